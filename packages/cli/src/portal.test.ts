import { runIn, testWorkspace, type TestWorkspace } from './testing/workspace';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
});
afterAll(() => workspace.remove());

const VERBS = [
  'new',
  'verify',
  'publish',
  'promote',
  'canary',
  'rollback',
  'status',
  'prune',
  'keys',
  'embed-check',
];

it.each(['', '--help', '-h'])('"portal %s" lists the verbs and the exit codes', async (command) => {
  const { out, exitCode } = await workspace.portal(command);
  expect(exitCode).toBe(0);
  for (const verb of VERBS) expect(out).toMatch(new RegExp(`^ +${verb} {4}[A-Z]`, 'm'));
  expect(out).toMatch(/EXIT CODES\n\n {2}0 {2}done.*\n {2}1 {2}refused.*\n {2}2 {2}not tried/);
});

it.each(VERBS)('"portal %s --help" has examples and the exit codes', async (verb) => {
  const { out, exitCode } = await workspace.portal(`${verb} --help`);
  expect(exitCode).toBe(0);
  expect(out).toContain(`EXAMPLES\n\n  pnpm portal ${verb}`);
  expect(out).toContain('--json');
  expect(out).toContain('EXIT CODES');
});

it('lists the options of a verb', async () => {
  const { out, exitCode } = await workspace.portal('publish --help');
  expect(exitCode).toBe(0);
  for (const option of ['--all', '--version', '--from', '--descriptor', '--promote', '--dry-run', '--json'])
    expect(out).toContain(option);
  expect(out).toContain('EXIT CODES');
});

it.each(['--version', '-v'])('"portal %s" prints the version', async (option) => {
  expect(await workspace.portal(option)).toEqual({
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    err: '',
    exitCode: 0,
  });
  expect(JSON.parse((await workspace.portal(`${option} --json`)).out)).toEqual({
    version: expect.any(String),
  });
});

describe('colors', () => {
  const help = (env: NodeJS.ProcessEnv, terminal?: { isTTY: boolean }) =>
    runIn(workspace.directory, env, ['--help'], terminal);

  it('are written only to a terminal, and never with NO_COLOR', async () => {
    const status = async (env: NodeJS.ProcessEnv, isTTY: boolean) =>
      (await runIn(workspace.directory, env, ['status'], { isTTY })).out;
    await workspace.portal('publish orders');
    expect(await status({}, true)).toContain('\u001B[');
    expect(await status({}, false)).not.toContain('\u001B[');
    expect(await status({ NO_COLOR: '1' }, true)).not.toContain('\u001B[');
    expect((await help({}, { isTTY: false })).out).not.toContain('\u001B[');
    expect((await help({ NO_COLOR: '1' }, { isTTY: true })).out).not.toContain('\u001B[');
  });
});

it('reports errors as JSON with --json', async () => {
  const { out, err, exitCode } = await workspace.portal('promote billing@9.9.9 --json');
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
  expect(JSON.parse(err)).toEqual({
    error: {
      kind: 'refused',
      message: 'Nothing is published as billing. Run `pnpm portal status` for the list.',
    },
  });
  const mistyped = await workspace.portal('promote orders@9.9.9 --json --who');
  expect(mistyped.exitCode).toBe(2);
  expect(JSON.parse(mistyped.err)).toMatchObject({ error: { kind: 'usage' } });
});

describe('a typo', () => {
  it.each([
    ['promot orders@1.0.0', 'Unknown command `promot`. Did you mean `promote`?'],
    ['pubilsh orders', 'Unknown command `pubilsh`. Did you mean `publish`?'],
    ['frobnicate', 'Unknown command `frobnicate`. Run `pnpm portal --help` for the list.'],
    ['constructor', 'Unknown command `constructor`. Run `pnpm portal --help` for the list.'],
    ['--verison', 'Unknown option `--verison`. Did you mean `--version`?'],
    ['publish --promot orders', 'Unknown option `--promot`. Did you mean `--promote`?'],
    ['status --wat', 'Unknown option `--wat`. Run `pnpm portal status --help` for the list.'],
    ['status -x', 'Unknown option `-x`. Run `pnpm portal status --help` for the list.'],
    ['publish odrers', 'Unknown app `odrers`. Did you mean `orders`?'],
  ])('in "portal %s" is explained', async (command, sentence) => {
    expect(await workspace.portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
  });

  it.each(['promote ordes@1.0.0', 'canary ordes --stop', 'rollback ordes', 'prune ordes', 'status ordes'])(
    'in the name of a remote is explained by "portal %s"',
    async (command) => {
      await workspace.portal('publish orders');
      expect(await workspace.portal(command)).toEqual({
        out: '',
        err: 'portal: Nothing is published as ordes. Did you mean `orders`?\n',
        exitCode: 1,
      });
    },
  );
});
