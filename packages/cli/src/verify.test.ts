import { join } from 'node:path';
import { ORDERS_DESCRIPTOR, testWorkspace, type TestWorkspace } from './testing/workspace';

let workspace: TestWorkspace;
beforeEach(async () => void (workspace = await testWorkspace()));
afterEach(() => workspace.remove());

const PORTAL = { PORTAL_URL: 'http://127.0.0.1:1' };

const verify = (...args: string[]) => workspace.portalWith(PORTAL, 'verify', ...args);

const MANIFEST = {
  metaData: { globalName: 'orders_1', remoteEntry: { name: 'entry.js', path: '', type: 'module' } },
  shared: [{ name: 'react', version: '18.3.1', requiredVersion: '^18.0.0' }],
  exposes: [
    {
      path: './remote',
      assets: { js: { sync: [], async: [] }, css: { sync: [], async: [] } },
    },
  ],
};

/** Writes a build in a team's own repository. */
const writeOwn = (files: Record<string, string> = {}) =>
  workspace.write({
    'own/package.json': '{ "version": "3.0.0" }',
    'own/remote.json': JSON.stringify({ ...ORDERS_DESCRIPTOR, name: 'own', routes: ['/own'] }),
    'own/dist/entry.js': 'export const init = 1;',
    ...files,
  });
const own = (...args: string[]) =>
  workspace.portalWith({ ...PORTAL, INIT_CWD: join(workspace.directory, 'own') }, 'verify', ...args);

it('refuses a build with another version of React before starting a browser', async () => {
  await writeOwn({ 'own/dist/mf-manifest.json': JSON.stringify(MANIFEST) });
  const { out, err, exitCode } = await own('dist');
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 1 });
  expect(out).toMatch(
    /^own\n\n✗ build: .*\n- The build asks for react 18\.3\.1, but the shell shares react 19\. Build with react 19,.*\n.*\n\nown is refused: 1 problem\n$/,
  );
});

it('reports a missing build as JSON', async () => {
  await writeOwn();
  const { out, exitCode } = await own('--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    name: 'own',
    version: null,
    shell: null,
    passed: false,
    screens: [],
    problems: [{ check: 'build', problem: expect.stringContaining('Build first.') }],
  });
});

it('explains how to get a browser', async () => {
  expect(await verify('orders', '--browser', '/nowhere/chromium')).toEqual({
    out: '',
    err: 'portal: There is no browser at /nowhere/chromium. Install one with `npx playwright-core install chromium`, or name Chrome, Edge or Chromium: --browser /usr/bin/chromium, or CHROME_PATH.\n',
    exitCode: 2,
  });
});

it.each([
  [['orders', '--portal', 'portal'], /^portal: The portal must be a URL such as https:\/\/portal\.example/],
  [['orders', '--params', 'orderNbr'], /^portal: --params must be names and values such as orderNbr=000019/],
  [['orders', '--timeout', 'soon'], /^portal: --timeout must be a number of seconds, not soon\.\n$/],
  [['orders', '--shell', 'next'], /^portal: No shell with a major version above 0 is published/],
  [['elsewhere'], /remote\.json does not exist\. Name the folder of a build, beside the remote\.json/],
])('rejects %s with an explanation', async (args, sentence) => {
  const { out, err, exitCode } = await verify(...args);
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(err).toMatch(sentence);
});

it('finds the next major version of the shell', async () => {
  await workspace.portal('publish shell --version 2.1.0 --promote');
  await workspace.write({ 'apps/shell/dist/shell.js': 'const shell = 3;' });
  await workspace.portal('publish shell --version 3.0.0');
  const { err } = await verify('orders', '--shell', 'next', '--browser', '/nowhere/chromium');
  expect(err).toContain('There is no browser');
});

it('requires the URL of a portal', async () => {
  const { err, exitCode } = await workspace.portal('verify orders');
  expect({ err, exitCode }).toEqual({
    err: 'portal: Name the portal: --portal https://portal.example, or PORTAL_URL. Its shell shows the screens.\n',
    exitCode: 2,
  });
});

describe('publish --verify', () => {
  it('publishes nothing if it cannot verify', async () => {
    const browser = ['--browser', '/nowhere/chromium'];
    const { err, exitCode } = await workspace.portalWith(PORTAL, 'publish', 'orders', '--verify', ...browser);
    expect({ err, exitCode }).toEqual({ err: expect.stringContaining('There is no browser'), exitCode: 2 });
    await expect(workspace.releaseOf('orders')).rejects.toThrow('ENOENT');
  });

  it.each([
    ['publish shell --verify', 'Name a remote: the shell has no screens to verify.'],
    [
      'publish orders --portal http://127.0.0.1:1',
      '--portal needs --verify. Add --verify, or leave --portal out.',
    ],
  ])('rejects "%s" with an explanation', async (command, sentence) => {
    const { err, exitCode } = await workspace.portalWith(PORTAL, ...command.split(' '));
    expect({ err, exitCode }).toEqual({ err: `portal: ${sentence}\n`, exitCode: 2 });
  });
});
