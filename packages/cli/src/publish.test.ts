import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ORDERS_DESCRIPTOR, testWorkspace, type TestWorkspace } from './testing/workspace';

let workspace: TestWorkspace;
let portal: TestWorkspace['portal'];
let releaseOf: TestWorkspace['releaseOf'];
beforeEach(async () => {
  workspace = await testWorkspace();
  ({ portal, releaseOf } = workspace);
});
afterEach(() => workspace.remove());

it('publishes one app and says which version it is', async () => {
  const { out, err, exitCode } = await portal('publish orders');
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out).toMatch(/^orders@1\.4\.0-[0-9a-f]{8} is published\n$/);
  expect(await releaseOf('orders')).toMatchObject({
    name: 'orders',
    live: null,
    history: [{ action: 'publish', who: 'ann' }],
  });
});

it('says so when it was published already', async () => {
  await portal('publish orders');
  const { out, exitCode } = await portal('publish orders');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^orders@1\.4\.0-[0-9a-f]{8} is published already\n$/);
});

it('publishes the shell and all remotes, and makes them live when asked to', async () => {
  const { out, exitCode } = await portal('publish --all --promote');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^shell@2\.1\.0-[0-9a-f]{8} is live\norders@1\.4\.0-[0-9a-f]{8} is live\n$/);
  expect(out).toContain(`orders@${(await releaseOf('orders')).live}`);
});

it('publishes nothing at all when one of all is refused', async () => {
  await workspace.write({
    'apps/orders/remote.json': JSON.stringify({ ...ORDERS_DESCRIPTOR, requires: { shell: '^3.0.0' } }),
  });
  const { out, err, exitCode } = await portal('publish --all --promote');
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
  expect(err).toMatch(
    /^portal: orders@1\.4\.0-\w{8} is refused: it requires shell \^3\.0\.0, and the shell is 2\.1\.0-\w{8}\. Promote such a shell first, or change \/requires\/shell in the descriptor\.\n$/,
  );
  await expect(releaseOf('shell')).rejects.toThrow('ENOENT');
});

it('publishes a build from elsewhere, of any name, under its own number', async () => {
  await workspace.write({
    'team/dist/build.json': '{ "entry": "a.js", "globalName": "invoices_1", "preload": [] }',
    'team/dist/a.js': 'const invoices = 1;',
    'team/remote.json': JSON.stringify({ ...ORDERS_DESCRIPTOR, name: 'invoices', routes: ['/invoices'] }),
    'team/package.json': '{ "version": "3.0.0" }',
  });
  const from = ['--from', 'dist', '--descriptor', 'remote.json'];
  const inTeam = (...args: string[]) =>
    workspace.portalWith({ INIT_CWD: join(workspace.directory, 'team') }, ...args);
  expect(await inTeam('publish', 'invoices', '--version', '3.1.0-pr7', ...from)).toEqual({
    out: 'invoices@3.1.0-pr7 is published\n',
    err: '',
    exitCode: 0,
  });
  expect((await inTeam('publish', 'invoices', ...from, '--promote')).out).toMatch(
    /^invoices@3\.0\.0-\w{8} is live\n$/,
  );
});

it('publishes to RELEASES_URL', async () => {
  const elsewhere = join(workspace.directory, 'elsewhere');
  await workspace.portalWith({ RELEASES_URL: pathToFileURL(elsewhere).href }, 'publish', 'orders');
  expect((await releaseOf('orders', elsewhere)).name).toBe('orders');
});

it('publishes into DATA_DIR otherwise', async () => {
  await workspace.portalWith({ DATA_DIR: 'data', RELEASES_URL: '' }, 'publish', 'orders');
  expect((await releaseOf('orders', join(workspace.directory, 'data/releases'))).name).toBe('orders');
});

it('says what it would do on a dry run, and does nothing', async () => {
  const { out, exitCode } = await portal('publish --all --promote --dry-run');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^shell@2\.1\.0-\w{8} would be live\norders@1\.4\.0-\w{8} would be live\n$/);
  await expect(releaseOf('shell')).rejects.toThrow('ENOENT');
});

it('tells programs in JSON', async () => {
  const { out, err } = await portal('publish orders --promote --json');
  expect(err).toBe('');
  const version = Object.keys((await releaseOf('orders')).versions)[0];
  expect(JSON.parse(out)).toEqual({
    name: 'orders',
    version,
    changed: true,
    dryRun: false,
    live: version,
    canary: null,
    previous: null,
    files: 2,
    warnings: [],
  });
  expect(JSON.parse((await portal('publish --all --json')).out)).toMatchObject([
    { name: 'shell', changed: true, live: null },
    { name: 'orders', changed: false, live: version },
  ]);
});

it.each([
  ['publish', 'Name what to publish: shell, orders, or --all.'],
  ['publish ../orders', 'Name what to publish: shell, orders, or --all.'],
  ['publish orders --all', 'Name what to publish: shell, orders, or --all.'],
  ['publish orders --promot', 'It is not known what --promot means here. Add --help to see what is.'],
  ['publish orders shell', 'It is not known what shell means here. Add --help to see what is.'],
  ['publish orders --version --promote', '--version needs a value. Add --help to see which.'],
  ['publish --all --version 1.0.0', 'Name one remote: --version and --from cannot be those of all.'],
  [
    'publish orders --descriptor remote.json',
    'Say where the build is that --descriptor belongs to: --from dist',
  ],
  [
    'publish invoices --from dist',
    'Say which file describes invoices: pnpm portal publish invoices --from dist --descriptor remote.json',
  ],
  ['publish shell --from dist', 'Say which version of shell this is: --version 1.4.0'],
  ['pubilsh orders', 'Unknown command pubilsh. Add --help to see what is known.'],
])('"portal %s" changes nothing and says in a sentence what is wrong', async (command, sentence) => {
  expect(await portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
  await expect(releaseOf('orders')).rejects.toThrow('ENOENT');
});

it('says what to do when nothing was built', async () => {
  await rm(join(workspace.directory, 'apps/orders/dist'), { recursive: true });
  const { err, exitCode } = await portal('publish orders');
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^portal: .*apps\/orders\/dist\b.*Build first: pnpm build\n$/);
});

it('points at what is wrong in a descriptor', async () => {
  await workspace.write({ 'apps/orders/remote.json': '{ "name": "orders" }' });
  const { err, exitCode } = await portal('publish orders');
  expect(exitCode).toBe(1);
  expect(err).toMatch(/^portal: .*apps\/orders\/remote\.json is not valid: \/title .*\n$/);
});

it.each([
  ['nonsense', 'RELEASES_URL must be a URL such as file:///srv/releases or s3://acme-portal/releases'],
  ['ftp://x/', 'RELEASES_URL starts with "ftp://x"; use a directory of this machine'],
])('refuses %s as RELEASES_URL', async (RELEASES_URL, sentence) => {
  const { err, exitCode } = await workspace.portalWith({ RELEASES_URL }, 'publish', 'orders');
  expect({ err, exitCode }).toEqual({ err: expect.stringContaining(`portal: ${sentence}`), exitCode: 2 });
});

it('says in a sentence that it may not write there', async () => {
  await workspace.write({ '.portal': 'a file' });
  const { err, exitCode } = await portal('publish orders');
  expect({ err, exitCode }).toEqual({ err: expect.stringMatching(/^portal: ENOTDIR.*\n$/), exitCode: 2 });
});

it('says in a sentence that a bucket cannot be reached', async () => {
  const bucket = {
    RELEASES_URL: 's3://acme-portal/releases',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const { out, err, exitCode } = await workspace.portalWith(bucket, 'publish', 'orders', '--json');
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(JSON.parse(err)).toEqual({
    error: {
      kind: 'unreachable',
      message: expect.stringMatching(/^The bucket acme-portal fails: .*ECONNREFUSED/),
    },
  });
});

it('says where to run it when there are no apps', async () => {
  await rm(join(workspace.directory, 'apps'), { recursive: true });
  expect(await portal('publish --all')).toEqual({
    out: '',
    err: `portal: ${workspace.directory} has no folder apps/. Run this at the root of the workspace.\n`,
    exitCode: 2,
  });
});
