import { rm } from 'node:fs/promises';
import { OUTCOME, testPortal } from './testing/portal';
import { ORDERS_DESCRIPTOR, testWorkspace } from './testing/workspace';

const server = testPortal();
const workspace = testWorkspace(server.environment);
const { portal, writeRemote } = workspace;

const PREVIEW = 'Until 2026-03-04, this link shows it: https://portal.example/service-orders?preview=grant\n';

const PUBLISHED = { ...OUTCOME, version: '1.4.0', files: 2, firstLoad: 3000, restored: [] };

it('sends a build, and prints its version', async () => {
  await workspace.write({
    'apps/orders/dist/entry.js.map': '{}',
    'apps/orders/dist/chunks/list.js': 'const list = 1;',
  });
  expect(await portal('publish orders')).toEqual({
    out: `orders@1.4.0-1a2b3c4d is published; its first screen needs 3 KB\n${PREVIEW}`,
    err: '',
    exitCode: 0,
  });
  expect(server.calls().slice(0, 1)).toMatchObject([
    {
      name: 'publish',
      given: { name: 'orders', baseVersion: '1.4.0', descriptor: ORDERS_DESCRIPTOR, dryRun: false },
      authorization: 'Bearer pt_orders',
    },
  ]);
  expect(server.calls()[0]?.files).toEqual({
    'build.json': expect.any(String),
    'chunks/list.js': 'const list = 1;',
    'entry.js': 'const orders = 1;',
    'entry.js.map': '{}',
  });
});

it('prints each warning once, also as JSON, and names libraries of other major versions', async () => {
  await workspace.write({
    'apps/orders/node_modules/react/package.json': '{ "version": "18.3.1" }',
    'apps/orders/node_modules/react-router/package.json': '{ "version": "7.18.0" }',
    'apps/orders/node_modules/@mui/material/package.json': '{ "version": "7.3.1" }',
  });
  server.answer('publish', { ...PUBLISHED, warnings: ['orders is heavy.'] });
  const warnings = [
    'orders is heavy.',
    'react 18.3.1 is installed, but the portal has react 19, which your tests did not see. Install react@19.',
    '@mui/material 7.3.1 is installed, but the portal has @mui/material 9, which your tests did not see. Install @mui/material@9.',
  ];
  const { err } = await portal('publish orders');
  expect(err.split('\n').filter(Boolean)).toEqual(warnings.map((text) => `portal: warning: ${text}`));
  expect(JSON.parse((await portal('publish orders --json')).out)).toMatchObject({ warnings });
});

it('says that the content is published already, and which lost files are stored again', async () => {
  server.answer('publish', { ...PUBLISHED, changed: false });
  expect((await portal('publish orders')).out).toBe(`orders@1.4.0 is already published\n${PREVIEW}`);
  server.answer('publish', { ...PUBLISHED, changed: false, restored: ['entry.js'] });
  expect((await portal('publish orders')).out).toBe(
    `orders@1.4.0 is already published; stored again: entry.js\n${PREVIEW}`,
  );
});

it('publishes and promotes the shell and all remotes, the shell first', async () => {
  const { out, exitCode } = await portal('publish --all --promote --why spring');
  expect({ out, exitCode }).toEqual({
    out: 'shell@2.1.0-1a2b3c4d is live\norders@1.4.0-1a2b3c4d is live\n',
    exitCode: 0,
  });
  const change = { why: 'spring', dryRun: false };
  expect(server.calls().map(({ name, given }) => ({ name, given }))).toMatchObject([
    { name: 'publish', given: { name: 'shell', ...change } },
    { name: 'promote', given: { name: 'shell', version: '2.1.0-1a2b3c4d', ...change } },
    { name: 'publish', given: { name: 'orders', ...change } },
    { name: 'promote', given: { name: 'orders', version: '1.4.0-1a2b3c4d', ...change } },
  ]);
});

it('publishes the build in a folder below its remote.json, with any version', async () => {
  await writeRemote('team', 'invoices', 'dist/vite');
  const inTeam = (...args: string[]) => workspace.portalWith({ INIT_CWD: workspace.path('team') }, ...args);
  expect(await inTeam('publish', 'dist/vite', '--version', '3.1.0-pr7')).toEqual({
    out: `invoices@3.1.0-pr7 is published; its first screen needs 3 KB\n${PREVIEW}`,
    err: '',
    exitCode: 0,
  });
  expect((await portal('publish team/dist/vite --promote')).out).toBe('invoices@3.0.0-1a2b3c4d is live\n');
});

it('rehearses a publication on a dry run', async () => {
  const { out } = await portal('publish --all --dry-run');
  expect(out).toBe(
    'shell@2.1.0-1a2b3c4d would be published; its first screen needs 3 KB\norders@1.4.0-1a2b3c4d would be published; its first screen needs 3 KB\n',
  );
  expect(server.given('publish')).toMatchObject([{ dryRun: true }, { dryRun: true }]);
});

it('prints JSON', async () => {
  const { out, err } = await portal('publish orders --promote --json');
  expect(err).toBe('');
  const version = '1.4.0-1a2b3c4d';
  const orders = {
    name: 'orders',
    version,
    changed: true,
    dryRun: false,
    live: version,
    canary: null,
    previous: null,
    files: 2,
    firstLoad: 3000,
    warnings: [],
  };
  expect(JSON.parse(out)).toEqual(orders);
  expect(JSON.parse((await portal('publish --all --json')).out)).toMatchObject([
    { name: 'shell', live: null },
    { name: 'orders', live: null },
  ]);
});

it.each([
  ['publish', 'Name an app: shell, orders, or --all; or the folder of a build.'],
  ['publish ../invoices', expect.stringContaining('There is no remote.json beside')],
  ['publish orders --all', 'Name one app or --all: --version and --canary apply to one only.'],
  ['publish orders shell', "too many arguments for 'publish'. Expected 1 argument but got 2."],
  [
    'publish apps/orders/dist --version 1.4.0+7',
    'The version is 1.4.0+7. Name one such as 1.4.0 or 1.4.0-pr12, in package.json or by --version.',
  ],
  ['publish orders --version --promote', "option '--version' needs a value"],
  ['publish orders --canary 10 --promote', 'Use --promote or --canary, not both.'],
  ['publish orders --canary 101', '--canary must be a whole number from 0 to 100, not 101.'],
  [
    'publish orders --promote --dry-run',
    '--dry-run rehearses only the publication. Leave --promote and --canary out.',
  ],
])('"portal %s" changes nothing and explains the error', async (command, sentence) => {
  const { out, err, exitCode } = await portal(command);
  expect({ out, err: err.replace(/^portal: (.*)\n$/, '$1'), exitCode }).toEqual({
    out: '',
    err: sentence,
    exitCode: 2,
  });
  expect(server.calls()).toEqual([]);
});

it('sends nothing of an incomplete build', async () => {
  await rm(workspace.path('apps/orders/dist/entry.js'));
  const { err, exitCode } = await portal('publish orders');
  expect({ err, exitCode }).toEqual({ err: expect.stringContaining('entry.js'), exitCode: 1 });
  expect(server.calls()).toEqual([]);
});

it('explains where to run the command in a directory without apps', async () => {
  await rm(workspace.path('apps'), { recursive: true });
  expect(await portal('publish --all')).toEqual({
    out: '',
    err: `portal: ${workspace.path()} has no remote.json and no folder apps/. Run this in a remote's folder, or at the root of the workspace.\n`,
    exitCode: 2,
  });
});

describe('in the folder of a standalone remote', () => {
  beforeEach(() => writeRemote('own', 'own'));
  const own = (...args: string[]) => workspace.portalWith({ INIT_CWD: workspace.path('own') }, ...args);

  it('publishes it without a name argument', async () => {
    expect((await own('publish', '--promote')).out).toBe('own@3.0.0-1a2b3c4d is live\n');
  });

  it('publishes it and starts a canary in one step', async () => {
    server.answer('publish', { ...PUBLISHED, name: 'own', version: '3.1.0', live: '1.4.0' });
    expect(await own('publish', '--version', '3.1.0', '--canary', '10')).toEqual({
      out: 'own@3.1.0 is the canary for 10 % of the visitors; the others get 1.4.0\n',
      err: '',
      exitCode: 0,
    });
  });

  it('starts no canary in place of nothing, or of the same version, as in a pipeline', async () => {
    server.answer('publish', { ...PUBLISHED, name: 'own', version: '3.1.0' });
    expect(await own('publish', '--canary', '10')).toEqual({
      out: 'own@3.1.0 is published; its first screen needs 3 KB\n',
      err: 'portal: warning: own has nothing live, so 3.1.0 is not a canary. Make it live: pnpm portal promote own@3.1.0\n',
      exitCode: 0,
    });
    server.answer('publish', { ...PUBLISHED, name: 'own', version: '3.1.0', live: '3.1.0', changed: false });
    expect((await own('publish', '--canary', '10')).out).toBe('own@3.1.0 is already live\n');
    expect(server.given('canary')).toEqual([]);
  });
});
