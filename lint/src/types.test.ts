import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { WORKSPACE } from './workspace';

const workspace = createRequire(join(WORKSPACE, 'package.json'));
const OXLINT = join(dirname(workspace.resolve('oxlint/package.json')), 'bin/oxlint');
const CONFIG = join(WORKSPACE, '.oxlintrc.json');

const REFUSED: Record<string, string> = {
  'await-thenable': 'export const one = async () => await 1;',
  'no-base-to-string': 'export const text = String({});',
  'no-deprecated': '/** @deprecated */ const old = 1;\nexport const one = old;',
  'no-floating-promises': `fetch('/');`,
  'no-misused-promises': `if (fetch('/')) throw new Error();`,
  'no-unsafe-argument': `Number.parseInt(JSON.parse('1'));`,
  'no-unsafe-assignment': `export const all = JSON.parse('{}');`,
  'no-unsafe-call': `JSON.parse('{}')();`,
  'no-unsafe-member-access': `JSON.parse('{}').name;`,
  'no-unsafe-return': `export const all = () => JSON.parse('{}');`,
  'prefer-promise-reject-errors': `void Promise.reject('no');`,
  'restrict-plus-operands': `export const sum = (one: number) => one + {};`,
  'restrict-template-expressions': 'export const text = `${{}}`;',
  'switch-exhaustiveness-check': `export const run = (one: 'a' | 'b') => {\n  switch (one) {\n    case 'a':\n  }\n};`,
};
const DISABLED = `// eslint-disable-next-line no-floating-promises\nfetch('/');`;

let directory: string;
let findings: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'types-'));
  const options = { strict: true, module: 'esnext', target: 'es2022' };
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  for (const [name, code] of Object.entries({ ...REFUSED, disabled: DISABLED }))
    await writeFile(join(directory, `${name}.ts`), `${code}\nexport {};\n`);
  findings = await promisify(execFile)(process.execPath, [OXLINT, '-c', CONFIG, '-f', 'unix'], {
    cwd: directory,
  }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
});
afterAll(() => rm(directory, { recursive: true }));

const findingsIn = (file: string) => findings.split('\n').filter((line) => line.includes(`${file}.ts:`));

it.each(Object.keys(REFUSED))('oxlint reports %s', (rule) => {
  expect(findingsIn(rule)).toContainEqual(expect.stringContaining(`typescript(${rule})`));
});

it('ignores a comment that disables a rule', () => {
  expect(findingsIn('disabled')).toContainEqual(expect.stringContaining('no-floating-promises'));
});

/** The compiler and oxlint use the workspace's options only for files in a project of tsconfig.json. */
it('every file belongs to a project', () => {
  const filesOf = (project: string) => {
    const path = join(WORKSPACE, project);
    const { config }: { config?: unknown } = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
    return ts.parseJsonConfigFileContent(config, ts.sys, dirname(path)).fileNames;
  };
  const { config } = ts.readConfigFile(join(WORKSPACE, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: { references: { path: string }[] };
  };
  const checked = new Set(config.references.flatMap(({ path }) => filesOf(path)));
  const generated = ['**/node_modules', '**/dist', '.portal', 'e2e/results'];
  const files = ts.sys.readDirectory(WORKSPACE, ['.ts', '.tsx'], generated);
  expect(files.filter((file) => !checked.has(file)).map((file) => relative(WORKSPACE, file))).toEqual([]);
});
