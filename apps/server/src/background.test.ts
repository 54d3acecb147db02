import { createHousekeeping } from './background';
import { deriveKeys } from './keys';
import { signIn } from './testing/sign-in';
import { startTestApp, type TestApp } from './testing/test-app';

let portal: TestApp;
beforeAll(async () => void (portal = await startTestApp()));
afterAll(() => portal.close());

const rows = async () => {
  const count = async (
    table: 'browser_challenges' | 'challenges' | 'limit_hits' | 'sessions' | 'outbox' | 'known_browsers',
  ) => (await portal.database.selectFrom(table).selectAll().execute()).length;
  return {
    challenges: (await count('browser_challenges')) + (await count('challenges')),
    hits: await count('limit_hits'),
    sessions: await count('sessions'),
    messages: await count('outbox'),
    browsers: await count('known_browsers'),
  };
};

test('housekeeping deletes only rows that no rule reads', async () => {
  const { config, database } = portal;
  const clean = createHousekeeping({ config, database, keys: deriveKeys(Buffer.alloc(32)) });
  await signIn(portal, 'ann@example.com');
  await clean();
  expect(await rows()).toEqual({ challenges: 2, hits: 2, sessions: 1, messages: 1, browsers: 1 });
  await portal.passTime({ hours: 23 });
  await clean();
  expect(await rows()).toEqual({ challenges: 0, hits: 2, sessions: 1, messages: 1, browsers: 1 });
  await portal.passTime({ hours: 2 });
  await clean();
  expect(await rows()).toEqual({ challenges: 0, hits: 0, sessions: 0, messages: 0, browsers: 1 });
  await portal.passTime({ days: 400 });
  await clean();
  expect(await rows()).toMatchObject({ browsers: 0 });
});

test('dead letters, and with them their addresses, are kept for 30 days', async () => {
  const { config, database } = portal;
  const clean = createHousekeeping({ config, database, keys: deriveKeys(Buffer.alloc(32)) });
  await portal.empty();
  const letter = { channel: 'email', recipient: 'ann@example.com', expires_at: new Date() } as const;
  await database
    .insertInto('outbox')
    .values({ ...letter, status: 'dead', settled_at: new Date() })
    .execute();
  await portal.passTime({ days: 29 });
  await clean();
  expect(await rows()).toMatchObject({ messages: 1 });
  await portal.passTime({ days: 2 });
  await clean();
  expect(await rows()).toMatchObject({ messages: 0 });
});
