import { testPortal } from './testing/portal';
import { testWorkspace } from './testing/workspace';

const server = testPortal();
const workspace = testWorkspace(server.environment);

const VERBS = [
  'new',
  'verify',
  'publish',
  'promote',
  'canary',
  'rollback',
  'take-down',
  'status',
  'preview',
  'prune',
];

it.each(['', '--help'])('"portal %s" lists the verbs and the exit codes', async (command) => {
  const { out, exitCode } = await workspace.portal(command);
  expect(exitCode).toBe(0);
  for (const verb of VERBS) expect(out).toMatch(new RegExp(`^ +${verb} .*[A-Z]`, 'm'));
  expect(out).toMatch(/Exit codes:\n {2}0 {2}done.*\n {2}1 {2}refused.*\n {2}2 {2}not attempted/);
});

it('"portal VERB --help" has examples and the exit codes', async () => {
  for (const verb of VERBS)
    expect(await workspace.portal(`${verb} --help`)).toMatchObject({
      out: expect.stringMatching(new RegExp(`Examples:\n  pnpm portal ${verb}[^]*Exit codes:`)),
      exitCode: 0,
    });
});

it.each(['--version', '-v'])('"portal %s" prints the version', async (option) => {
  expect(await workspace.portal(option)).toEqual({
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    err: '',
    exitCode: 0,
  });
});

it('reports errors as JSON with --json', async () => {
  const mistyped = await workspace.portal('promote orders@9.9.9 --json --why');
  expect(mistyped.exitCode).toBe(2);
  expect(JSON.parse(mistyped.err)).toMatchObject({ error: { kind: 'usage' } });
});

it.each([
  ['promot orders@1.0.0', "unknown command 'promot' (Did you mean promote?)"],
  ['constructor', "unknown command 'constructor'"],
  ['--verison', "unknown option '--verison' (Did you mean --version?)"],
  ['status -x', "unknown option '-x'"],
  ['promote orders@1.0.0 --why --dry-run', "option '--why' needs a value"],
  ['promote orders@1.0.0 --why', "option '--why <text>' argument missing"],
])('explains the mistake in "portal %s"', async (command, sentence) => {
  expect(await workspace.portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
});
