import { testWorkspace, type TestWorkspace } from './testing/workspace';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
});
afterAll(() => workspace.remove());

const VERBS = ['new', 'publish', 'promote', 'canary', 'rollback', 'status', 'prune', 'import'];

it.each(['', '--help', '-h'])('"portal %s" lists the verbs and the exit codes', async (command) => {
  const { out, exitCode } = await workspace.portal(command);
  expect(exitCode).toBe(0);
  for (const verb of VERBS) expect(out).toMatch(new RegExp(`^ +${verb} {4}[A-Z]`, 'm'));
  expect(out).toMatch(/EXIT CODES\n\n {2}0 {2}done.*\n {2}1 {2}refused.*\n {2}2 {2}not tried/);
});

it('tells what a verb takes', async () => {
  const { out, exitCode } = await workspace.portal('publish --help');
  expect(exitCode).toBe(0);
  for (const option of ['--all', '--version', '--from', '--descriptor', '--promote', '--dry-run', '--json'])
    expect(out).toContain(option);
  expect(out).toContain('EXIT CODES');
});

it('tells programs in JSON what was wrong', async () => {
  const { out, err, exitCode } = await workspace.portal('promote orders@9.9.9 --json');
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
  expect(JSON.parse(err)).toEqual({
    error: {
      kind: 'refused',
      message: 'Nothing is published under the name orders. What is published: pnpm portal status',
    },
  });
  const mistyped = await workspace.portal('promote orders@9.9.9 --json --who');
  expect(mistyped.exitCode).toBe(2);
  expect(JSON.parse(mistyped.err)).toMatchObject({ error: { kind: 'usage' } });
});

it('says what it knows instead when it does not know a verb', async () => {
  const { err, exitCode } = await workspace.portal('promot orders@1.0.0');
  expect(err).toBe('portal: Unknown command promot. Add --help to see what is known.\n');
  expect(exitCode).toBe(2);
});
