import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const MAIN = join(__dirname, 'main.ts');
const TSX = pathToFileURL(require.resolve('tsx')).href;

const SHELL = {
  'apps/shell/package.json': '{ "version": "2.1.0" }',
  'apps/shell/dist/build.json': '{ "entry": "shell.js", "preload": [] }',
  'apps/shell/dist/shell.js': 'const shell = 1;',
};

const ORDERS = {
  'apps/orders/package.json': '{ "version": "1.4.0" }',
  'apps/orders/remote.json': JSON.stringify({
    name: 'orders',
    title: 'Orders',
    access: 'customer',
    routes: ['/service-orders'],
    navigation: [],
    requires: { shell: '^2.0.0' },
  }),
  'apps/orders/dist/build.json': '{ "entry": "entry.js", "globalName": "portal_orders", "preload": [] }',
  'apps/orders/dist/entry.js': 'const orders = 1;',
};

const SERVER = { 'apps/server/package.json': '{ "version": "1.0.0" }' };

let workspace: string;

const write = async (files: Record<string, string>) => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }
};

/** Runs the command in the workspace as an operator does. */
const portal = async (command: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['--import', TSX, MAIN, ...command.split(' ').filter(Boolean)], {
    cwd: workspace,
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
  });
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, err, exitCode };
};

const releaseOf = async (name: string, root = join(workspace, '.portal/releases')) =>
  JSON.parse(await readFile(join(root, name, 'release.json'), 'utf8'));

beforeEach(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), 'workspace-')));
  await write({ ...SHELL, ...ORDERS, ...SERVER });
});

afterEach(() => rm(workspace, { recursive: true }));

it('publishes one app and says which version it is', async () => {
  const { out, err, exitCode } = await portal('publish orders');
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out).toMatch(/^orders@1\.4\.0-[0-9a-f]{8} is published\n$/);
  expect(await releaseOf('orders')).toMatchObject({ name: 'orders', live: null });
});

it('publishes the shell and all remotes, and makes them live when asked to', async () => {
  const { out, exitCode } = await portal('publish --all --promote');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^shell@2\.1\.0-[0-9a-f]{8} is live\norders@1\.4\.0-[0-9a-f]{8} is live\n$/);
  expect(out).toContain(`orders@${(await releaseOf('orders')).live}`);
});

it('publishes to RELEASES_URL', async () => {
  const elsewhere = join(workspace, 'elsewhere');
  await portal('publish orders', { RELEASES_URL: pathToFileURL(elsewhere).href });
  expect((await releaseOf('orders', elsewhere)).name).toBe('orders');
});

it('publishes into DATA_DIR otherwise', async () => {
  await portal('publish orders', { DATA_DIR: 'data' });
  expect((await releaseOf('orders', join(workspace, 'data/releases'))).name).toBe('orders');
});

it.each([
  ['publish', 'Name what to publish: shell, orders, or --all.'],
  ['publish server', 'Name what to publish: shell, orders, or --all.'],
  ['publish ../orders', 'Name what to publish: shell, orders, or --all.'],
  ['publish orders --all', 'Name what to publish: shell, orders, or --all.'],
  ['publish orders --promot', 'It is not known what --promot means here. Add --help to see what is.'],
  ['publish orders shell', 'It is not known what shell means here. Add --help to see what is.'],
  ['pubilsh orders', 'Unknown command pubilsh'],
])('"portal %s" changes nothing and says in a sentence what is wrong', async (command, sentence) => {
  const { out, err, exitCode } = await portal(command);
  expect({ out, err, exitCode }).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 1 });
  await expect(releaseOf('orders')).rejects.toThrow('ENOENT');
});

it('says what to do when nothing was built', async () => {
  await rm(join(workspace, 'apps/orders/dist'), { recursive: true });
  const { err, exitCode } = await portal('publish orders');
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^portal: .*apps\/orders\/dist\/build\.json is missing\. Build first: pnpm build\n$/);
});

it('points at what is wrong in a descriptor', async () => {
  await write({ 'apps/orders/remote.json': '{ "name": "orders" }' });
  const { err, exitCode } = await portal('publish orders');
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^portal: .*apps\/orders\/remote\.json is not valid: \/title .*\n$/);
});

it.each([
  ['nonsense', 'RELEASES_URL must be a URL such as file:///srv/releases'],
  [
    'ftp://x/',
    'RELEASES_URL starts with "ftp://x"; use a directory of this machine such as file:///srv/releases.',
  ],
])('refuses %s as RELEASES_URL', async (RELEASES_URL, sentence) => {
  const { err, exitCode } = await portal('publish orders', { RELEASES_URL });
  expect({ err, exitCode }).toEqual({ err: `portal: ${sentence}\n`, exitCode: 1 });
});

it('says where to run it when there are no apps', async () => {
  await rm(join(workspace, 'apps'), { recursive: true });
  const { err, exitCode } = await portal('publish --all');
  expect(exitCode).toBe(1);
  expect(err).toBe(`portal: ${workspace} has no folder apps/. Run this at the root of the workspace.\n`);
});

it.each(['', '--help'])('"portal %s" lists the verbs', async (command) => {
  const { out, exitCode } = await portal(command);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/publish .*\n.*import /);
});

it('tells what publish takes', async () => {
  const { out, exitCode } = await portal('publish --help');
  expect(exitCode).toBe(0);
  expect(out).toContain('--promote');
  expect(out).toContain('--all');
});
