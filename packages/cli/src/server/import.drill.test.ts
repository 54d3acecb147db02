import { join } from 'node:path';
import { runIn, testWorkspace, type TestWorkspace } from '../testing/workspace';

// Starts the server's process, which creates an embedded database.
jest.setTimeout(120_000);

// One database for all tests: creating it takes seconds.
let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
});
afterAll(() => workspace.remove());

/** Runs `portal import` as if called from the workspace. */
const portalImport = (...args: string[]) => {
  const { directory } = workspace;
  const env = { PATH: process.env['PATH'], DATA_DIR: join(directory, 'data'), INIT_CWD: directory };
  return runIn(join(__dirname, '../..'), env, ['import', ...args]);
};

const ROWS = '[{ "email": "ann@example.com" }]';

test('loads a file and reports the number of new customers', async () => {
  await workspace.write({ 'customers.json': ROWS });
  const { out, exitCode } = await portalImport('customers.json', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ outcome: 'loaded', customers: { new: 1 } });
});

test('refuses a file with errors as JSON', async () => {
  await workspace.write({ 'customers.json': '[{ "email": "nobody" }]' });
  const { out, err, exitCode } = await portalImport('customers.json', '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ outcome: 'refused', rows: [{ line: 1 }] });
  expect(JSON.parse(err)).toEqual({
    error: { kind: 'refused', message: 'customers.json has errors. Nothing was loaded.' },
  });
});

test('reports a missing file in the error format of all verbs', async () => {
  const { out, err, exitCode } = await portalImport('missing.json', '--json');
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(JSON.parse(err)).toEqual({
    error: { kind: 'unreachable', message: expect.stringMatching(/missing\.json: no such file/) },
  });
});

test.each([
  [[], 'Name the file to import: pnpm portal import customers.json'],
  [['one.json', 'two.json'], "too many arguments for 'import'. Expected 1 argument but got 2."],
  [['one.json', '--dry-rum'], "unknown option '--dry-rum' (Did you mean --dry-run?)"],
])('refuses the arguments %j', async (args, message) => {
  expect(await portalImport(...args)).toEqual({ out: '', err: `portal: ${message}\n`, exitCode: 2 });
});
