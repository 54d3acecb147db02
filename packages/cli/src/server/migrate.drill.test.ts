import { join } from 'node:path';
import { runIn, testWorkspace, type TestWorkspace } from '../testing/workspace';

// Starts the server's process, which creates an embedded database.
jest.setTimeout(120_000);

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
});
afterAll(() => workspace.remove());

const portalMigrate = (env: Record<string, string>, ...args: string[]) =>
  runIn(
    join(__dirname, '../..'),
    { PATH: process.env['PATH'], DATA_DIR: join(workspace.directory, 'data'), ...env },
    ['migrate', ...args],
  );

test('lists pending migrations, executes them, and lists them as executed', async () => {
  const pending = await portalMigrate({}, '--status');
  expect(pending).toMatchObject({ exitCode: 1, err: '' });
  expect(pending.out).toMatch(/^001-schema {2}pending\n/);

  const { out, exitCode } = await portalMigrate({}, '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ migrated: expect.arrayContaining(['001-schema']), pending: [] });

  expect(await portalMigrate({}, '--status')).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^001-schema {2}executed\n/),
  });
});

test.each([
  [
    {},
    'DATABASE_URL is missing: it says where the rows of the embedded database go. Set it to an empty PostgreSQL database.',
  ],
  [
    { DATABASE_URL: 'postgres://127.0.0.1:1/portal', DATA_DIR: '/no/such/directory' },
    'There is no database in /no/such/directory. Set DATA_DIR as for the portal.',
  ],
  [
    { API_UPSTREAM: 'https://erp.example/api' },
    'API_UPSTREAM is set, so this portal has no database. Unset API_UPSTREAM to migrate a database.',
  ],
])('rejects --from-embedded with %j as a usage error', async (env, sentence) => {
  expect(await portalMigrate(env, '--from-embedded')).toEqual({
    out: '',
    err: `portal: ${sentence}\n`,
    exitCode: 2,
  });
});
