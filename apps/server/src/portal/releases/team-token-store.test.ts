import { dumpTables } from '../../testing/test-database';
import { useTestApp } from '../../testing/test-app';
import { teamTokenStore } from './team-token-store';

const portal = useTestApp();
const tokens = () => teamTokenStore(portal.database);

const create = () =>
  tokens().create({
    team: 'orders-team',
    names: ['orders'],
    verbs: ['publish'],
    days: 90,
    createdBy: 'dana',
    megabytes: 60,
    files: 200,
    versions: 50,
  });

test('finds the team of a token, and notes its use', async () => {
  const { id, token } = await create();
  expect(token).toMatch(/^pt_[\w-]{43}$/);
  expect(await tokens().list()).toMatchObject([{ id, createdBy: 'dana', lastUsedAt: null, revokedAt: null }]);
  expect(await tokens().find(token)).toEqual({
    who: 'orders-team',
    names: ['orders'],
    verbs: ['publish'],
    maxBytes: 60_000_000,
    maxFiles: 200,
    maxVersions: 50,
    maxWhy: 500,
  });
  expect(await tokens().list()).toMatchObject([{ lastUsedAt: expect.any(Date) }]);
  expect(await tokens().find('pt_another')).toBeUndefined();
});

test('the database has only the hash of a token', async () => {
  const { token } = await create();
  const rows = (await dumpTables(portal.database)).join('\n');
  expect(rows).toContain('orders-team');
  expect(rows).not.toContain(token.slice(3));
});

test('a token ends when it expires', async () => {
  const { token } = await create();
  await portal.passTime({ days: 89 });
  expect(await tokens().find(token)).toBeDefined();
  await portal.passTime({ days: 2 });
  expect(await tokens().find(token)).toBeUndefined();
});

test('a token ends once it is revoked, and others stay', async () => {
  const [{ id, token }, other] = [await create(), await create()];
  expect(await tokens().revoke(id)).toBe(true);
  expect(await tokens().find(token)).toBeUndefined();
  expect(await tokens().find(other.token)).toBeDefined();
  expect(await tokens().revoke(id)).toBe(false);
  expect(await tokens().revoke('no-uuid')).toBe(false);
});
