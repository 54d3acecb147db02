import { testWorkspace } from './testing/workspace';

const workspace = testWorkspace();

const PORTAL = { PORTAL_URL: 'http://127.0.0.1:1' };

const verify = (...args: string[]) => workspace.portalWith(PORTAL, 'verify', ...args);

it.each([
  [
    ['orders@1.4.0', '--portal', 'portal'],
    /^portal: The portal must be a URL such as https:\/\/portal\.example/,
  ],
  [
    ['orders@1.4.0', '--params', 'orderNbr'],
    /^portal: --params must be names and values such as orderNbr=000019/,
  ],
  [['orders@1.4.0', '--timeout', 'soon'], /^portal: --timeout must be a number of seconds, not soon\.\n$/],
  [['orders@1.4.0', '--shell', 'next'], /^portal: No shell with a major version above 0 is published/],
  [['orders'], /^portal: Name a remote and its version, such as orders@1\.4\.0\.\n$/],
])('rejects %s with an explanation', async (args, sentence) => {
  const { out, err, exitCode } = await verify(...args);
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(err).toMatch(sentence);
});

it('finds the next major version of the shell, then says how to get a browser', async () => {
  await workspace.portal('publish shell --version 2.1.0 --promote');
  await workspace.write({ 'apps/shell/dist/shell.js': 'const shell = 3;' });
  await workspace.portal('publish shell --version 3.0.0');
  expect(await verify('orders@1.4.0', '--shell', 'next', '--browser', '/nowhere/chromium')).toEqual({
    out: '',
    err: 'portal: There is no browser at /nowhere/chromium. Install one with `npx playwright-core install chromium`, or name Chrome, Edge or Chromium: --browser /usr/bin/chromium, or CHROME_PATH.\n',
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
    ['publish orders --verify --dry-run', '--verify needs a published version. Leave --dry-run out.'],
  ])('rejects "%s" with an explanation', async (command, sentence) => {
    const { err, exitCode } = await workspace.portalWith(PORTAL, ...command.split(' '));
    expect({ err, exitCode }).toEqual({ err: `portal: ${sentence}\n`, exitCode: 2 });
  });
});
