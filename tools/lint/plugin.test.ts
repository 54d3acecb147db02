import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** One run of oxlint, with the workspace's configuration, over files with the code below: the rules that are written here. */

const WORKSPACE = join(__dirname, '../..');
const OXLINT = createRequire(join(WORKSPACE, 'package.json')).resolve('oxlint/package.json');

const ORDERS = 'apps/orders/src/list';
const SHELL = 'apps/shell/src';
const EMBED = 'apps/embed/src';
const SERVER = 'apps/server/src';

const boundary = 'portal(boundaries)';
const property = 'eslint(no-restricted-properties)';
const globals = 'portal(no-own-globals)';
const browsers = 'portal(browsers)';
const levels = 'portal(levels)';

const REFUSED: [title: string, folder: string, code: string, rule: string][] = [
  ['a remote importing another remote', ORDERS, `import '../../../login/src/remote';`, boundary],
  ['a remote importing the shell', ORDERS, `import '../../../shell/src/start/portal';`, boundary],
  ['a remote importing another remote lazily', ORDERS, `void import('../../../login/src/remote');`, boundary],
  ['a remote re-exporting another remote', ORDERS, `export * from '../../../login/src/remote';`, boundary],
  ['a remote importing the server', ORDERS, `import '../../../server/src/app';`, boundary],
  ['a remote shipping the harness', ORDERS, `import '@portal/harness';`, boundary],
  ['the federation runtime in a remote', ORDERS, `import '@module-federation/enhanced/runtime';`, boundary],
  ['a folder of the shell importing its importer', `${SHELL}/remotes`, `import '../frame/layout';`, levels],
  ['the element importing the shell', EMBED, `import '../../shell/src/store';`, boundary],
  ['the shell importing the element', SHELL, `import '../../embed/src/customer-portal';`, boundary],
  ['the shell importing a remote', SHELL, `import '../../orders/src/remote';`, boundary],
  ['MUI in an app', ORDERS, `import '@mui/material/Button';`, boundary],
  ['a package’s internals', ORDERS, `import '../../../../packages/api/src/http';`, boundary],
  ['a package importing an app', 'packages/api/src', `import '../../../apps/orders/src/remote';`, boundary],
  ['a dependency in the contract', 'packages/contract/src', `import '@portal/theme';`, boundary],
  ['the browser’s API client in the server', SERVER, `import '@portal/api';`, boundary],
  ['Kysely outside stores', SERVER, `import 'kysely';`, boundary],
  ['a folder above', `${SERVER}/orders/records`, `import '../import/load';`, levels],
  [
    'a room of the same level',
    `${SERVER}/portal/page`,
    `import '../../gateway/upstream/upstream-calls';`,
    levels,
  ],
  ['SQL outside stores', SERVER, `database.selectFrom('orders');`, property],
  ['reading the environment outside an entry', SERVER, `process.env['PORT'];`, property],
  ['assigning a global', SHELL, `window.portal = {};`, globals],
  ['declaring a global', EMBED, `declare global {\n  var portal: string;\n}`, globals],
  ['a double cast', SHELL, `export const one = '1' as unknown as number;`, 'portal(no-double-casts)'],
  ['a function that Chrome 109 lacks', EMBED, `export const all = AbortSignal.any;`, browsers],
  ['a class that Firefox 115 lacks', SHELL, `export const all = new Highlight();`, browsers],
];

const ALLOWED: [title: string, file: string, code: string][] = [
  [
    'the shared packages in a remote',
    `${ORDERS}/shared.ts`,
    `import '@portal/api';\nimport '@portal/theme';`,
  ],
  ['the harness in a test', `${ORDERS}/harness.test.ts`, `import '@portal/harness/testing';`],
  ['imports within an app', `${ORDERS}/within.ts`, `import '../values/dates';`],
  ['the API’s schemas in the server', `${SERVER}/schemas.ts`, `import '@portal/api/wire';`],
  ['a folder below', `${SERVER}/sign-in/below.ts`, `import '../customers/contact';`],
  ['SQL in a store', `${SERVER}/order-store.ts`, `import 'kysely';\ndatabase.selectFrom('orders');`],
  ['features of all browsers', `${SHELL}/clone.ts`, `export const clone = structuredClone(Object.hasOwn);`],
  [
    'the global type of the element',
    'packages/embed/src/index.ts',
    `declare global {\n  var portal: string;\n}`,
  ],
];

const refusedFile = (index: number) => `${REFUSED[index]?.[1] ?? ''}/refused-${index}.ts`;

let directory: string;
let findings: string[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rules-'));
  const config = await readFile(join(WORKSPACE, '.oxlintrc.json'), 'utf8');
  const files = {
    '.oxlintrc.json': config
      .replace('./tools/lint/plugin.js', join(__dirname, 'plugin.js'))
      .replace('"typeAware": true', '"typeAware": false'),
    ...Object.fromEntries(REFUSED.map(([, , code], index) => [refusedFile(index), `${code}\nexport {};\n`])),
    ...Object.fromEntries(ALLOWED.map(([, file, code]) => [file, `${code}\n`])),
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), content);
  }
  const run = promisify(execFile)(process.execPath, [join(dirname(OXLINT), 'bin/oxlint'), '-f', 'unix'], {
    cwd: directory,
  });
  const output = await run.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  findings = output.split('\n');
});
afterAll(() => rm(directory, { recursive: true }));

const findingsIn = (file: string) => findings.filter((line) => line.startsWith(`${file}:`));

it.each(REFUSED.map(([title, , , rule], index) => [title, index, rule] as const))(
  'refuses %s',
  (_, index, rule) => {
    expect(findingsIn(refusedFile(index))).toContainEqual(expect.stringContaining(rule));
  },
);

it.each(ALLOWED)('allows %s', (_, file) => {
  expect(findingsIn(file).filter((line) => !line.includes('no-unused-expressions'))).toEqual([]);
});
