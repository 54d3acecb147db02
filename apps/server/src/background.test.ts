import { createHousekeeping } from './background';
import { deriveKeys } from './keys';
import { signIn } from './testing/sign-in';
import { startTestApp, type TestApp } from './testing/test-app';

let portal: TestApp;
beforeAll(async () => void (portal = await startTestApp()));
afterAll(() => portal.close());

const rows = async () => {
  const count = async (table: 'challenges' | 'limit_hits' | 'sessions' | 'outbox') =>
    (await portal.database.selectFrom(table).selectAll().execute()).length;
  return Promise.all([count('challenges'), count('limit_hits'), count('sessions'), count('outbox')]);
};

test('housekeeping deletes only rows that no rule reads', async () => {
  const { config, database } = portal;
  const clean = createHousekeeping({ config, database, keys: deriveKeys(Buffer.alloc(32)) });
  await signIn(portal, 'ann@example.com');
  await clean();
  expect(await rows()).toEqual([1, 2, 1, 1]);
  await portal.passTime({ hours: 23 });
  await clean();
  expect(await rows()).toEqual([0, 2, 1, 1]);
  await portal.passTime({ hours: 2 });
  await clean();
  expect(await rows()).toEqual([0, 0, 0, 0]);
});
