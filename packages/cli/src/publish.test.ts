import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { ORDERS_DESCRIPTOR, testWorkspace } from './testing/workspace';

const workspace = testWorkspace();
const { portal, releaseOf, writeRemote } = workspace;

it('publishes one app and prints its version', async () => {
  const { out, err, exitCode } = await portal('publish orders');
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out).toMatch(/^orders@1\.4\.0-[0-9a-f]{8} is published; its first screen needs 0 KB\n$/);
  expect(await releaseOf('orders')).toMatchObject({
    name: 'orders',
    live: null,
    history: [{ action: 'publish', who: 'ann' }],
  });
  expect((await portal('publish orders')).out).toMatch(/^orders@1\.4\.0-[0-9a-f]{8} is already published\n$/);
});

it('publishes and promotes the shell and all remotes', async () => {
  const { out, exitCode } = await portal('publish --all --promote');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^shell@2\.1\.0-[0-9a-f]{8} is live\norders@1\.4\.0-[0-9a-f]{8} is live\n$/);
  expect(out).toContain(`orders@${(await releaseOf('orders')).live}`);
});

it('publishes nothing with --all if one app is refused', async () => {
  await workspace.write({
    'apps/orders/remote.json': JSON.stringify({ ...ORDERS_DESCRIPTOR, requires: { shell: '^3.0.0' } }),
  });
  const { out, err, exitCode } = await portal('publish --all --promote');
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
  expect(err).toMatch(
    /^portal: orders@1\.4\.0-\w{8} is refused: it requires shell \^3\.0\.0, and the shell is 2\.1\.0-\w{8}\. Promote a matching shell first, or change \/requires\/shell in the descriptor\.\n$/,
  );
  await expect(releaseOf('shell')).rejects.toThrow('ENOENT');
});

it('publishes the build in a folder below its remote.json, with any version', async () => {
  await writeRemote('team', 'invoices', 'dist/vite');
  const inTeam = (...args: string[]) => workspace.portalWith({ INIT_CWD: workspace.path('team') }, ...args);
  expect(await inTeam('publish', 'dist/vite', '--version', '3.1.0-pr7')).toEqual({
    out: 'invoices@3.1.0-pr7 is published; its first screen needs 0 KB\n',
    err: '',
    exitCode: 0,
  });
  expect((await portal('publish team/dist/vite --promote')).out).toMatch(
    /^invoices@3\.0\.0-\w{8} is live\n$/,
  );
});

it('publishes to RELEASES_URL, or to DATA_DIR', async () => {
  await workspace.portalWith(
    { RELEASES_URL: pathToFileURL(workspace.path('elsewhere')).href },
    'publish',
    'orders',
  );
  expect((await releaseOf('orders', 'elsewhere')).name).toBe('orders');
  await workspace.portalWith({ DATA_DIR: 'data', RELEASES_URL: '' }, 'publish', 'orders');
  expect((await releaseOf('orders', 'data/releases')).name).toBe('orders');
});

it('changes nothing on a dry run', async () => {
  const { out } = await portal('publish --all --promote --dry-run');
  expect(out).toMatch(/^shell@2\.1\.0-\w{8} would be live\norders@1\.4\.0-\w{8} would be live\n$/);
  await expect(releaseOf('shell')).rejects.toThrow('ENOENT');
});

it('prints JSON', async () => {
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
    firstLoad: expect.any(Number),
    warnings: [],
  });
  expect(JSON.parse((await portal('publish --all --json')).out)).toMatchObject([
    { name: 'shell', changed: true, live: null },
    { name: 'orders', changed: false, live: version },
  ]);
});

it.each([
  ['publish', 'Name an app: shell, orders, or --all; or the folder of a build.'],
  ['publish ../invoices', expect.stringContaining('There is no remote.json beside')],
  ['publish orders --all', 'Name one app or --all: --version and --canary apply to one only.'],
  ['publish orders shell', "too many arguments for 'publish'. Expected 1 argument but got 2."],
  ['publish orders --version --promote', "option '--version' needs a value"],
])('"portal %s" changes nothing and explains the error', async (command, sentence) => {
  const { out, err, exitCode } = await portal(command);
  expect({ out, err: err.replace(/^portal: (.*)\n$/, '$1'), exitCode }).toEqual({
    out: '',
    err: sentence,
    exitCode: 2,
  });
  await expect(releaseOf('orders')).rejects.toThrow('ENOENT');
});

it.each([
  [{ RELEASES_URL: 'nonsense' }, 'RELEASES_URL must be a URL such as file:///srv/releases, s3://acme'],
  [{ RELEASES_URL: 'ftp://x/' }, 'RELEASES_URL starts with "ftp://x"; use a directory of this machine'],
  [{ RELEASE_SIGNING_KEY: 'missing.pem' }, 'missing.pem cannot be read. It must be an Ed25519 private key'],
])('explains a wrong environment: %j', async (environment: Record<string, string>, sentence) => {
  const { err, exitCode } = await workspace.portalWith(environment, 'publish', 'orders');
  expect({ err, exitCode }).toEqual({ err: expect.stringContaining(sentence), exitCode: 2 });
});

it('explains a path that it cannot write to', async () => {
  await workspace.write({ '.portal': 'a file' });
  const { err, exitCode } = await portal('publish orders');
  expect({ err, exitCode }).toEqual({ err: expect.stringMatching(/^portal: ENOTDIR.*\n$/), exitCode: 2 });
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
    expect((await own('publish', '--promote')).out).toMatch(/^own@3\.0\.0-\w{8} is live\n$/);
  });

  it('publishes it and starts a canary in one step', async () => {
    await own('publish', '--version', '3.0.0', '--promote');
    expect(await own('publish', '--version', '3.1.0', '--canary', '10')).toEqual({
      out: 'own@3.1.0 is the canary for 10 % of the visitors; the others get 3.0.0\n',
      err: '',
      exitCode: 0,
    });
    expect(await releaseOf('own')).toMatchObject({
      live: '3.0.0',
      canary: { version: '3.1.0', percent: 10 },
    });
  });

  it.each([
    [['--canary', '10', '--promote'], 'Use --promote or --canary, not both.'],
    [['--canary', '101'], '--canary must be a whole number from 0 to 100, not 101.'],
  ])('rejects %s with an explanation', async (options, sentence) => {
    const { err, exitCode } = await own('publish', ...options);
    expect({ err, exitCode }).toEqual({ err: `portal: ${sentence}\n`, exitCode: 2 });
    await expect(releaseOf('own')).rejects.toThrow('ENOENT');
  });
});
