import { runPortal } from '@portal/cli';
import { migrations } from '../../platform/database/migrations/index';
import { createTestDatabase } from '../../testing/test-database';
import { DATABASE_VERBS } from './verbs';

const onPostgres = process.env['TEST_DATABASE_URL'] ? test : test.skip;

afterEach(() => {
  delete migrations['998-split'];
});

/** Runs a command on a database. @returns everything that it prints, in order */
const portalOn = (databaseUrl: string) => async (command: string) => {
  let printed = '';
  const output = { write: (text: string) => (printed += text) };
  const io = { stdout: output, stderr: output, env: { DATABASE_URL: databaseUrl }, cwd: '/' };
  const exitCode = await runPortal(command.split(' '), io, { verbs: DATABASE_VERBS });
  return { exitCode, printed };
};

onPostgres('says what going back will cost before it migrates, and when it only looks', async () => {
  const created = await createTestDatabase();
  const portal = portalOn(created?.databaseUrl ?? '');
  const executed = Object.keys(migrations);
  expect((await portal('migrate')).printed).toMatch(/^executed 001-schema/);
  migrations['998-split'] = { up: async () => {}, requires: '99.2.0' };
  const cost =
    'Going back needs the backup from before: with 998-split, no version before 99.2.0 works. Stop the servers of such a version first.\n';
  const looked = await portal('migrate --status');
  expect([looked.exitCode, looked.printed]).toEqual([
    1,
    `${executed.map((name) => `${name}  executed\n`).join('')}998-split  pending\n${cost}`,
  ]);
  expect((await portal('migrate')).printed).toBe(`${cost}executed 998-split\n`);

  // As an older server, which does not know it.
  delete migrations['998-split'];
  const older = await portal('migrate');
  expect([older.exitCode, older.printed]).toEqual([
    1,
    expect.stringMatching(/cannot work with it\. Start version 99\.2\.0 or later, or restore the backup/),
  ]);
  await created?.drop();
});
