import { STATUS, testPortal, VIEW } from './testing/portal';
import { testWorkspace } from './testing/workspace';

const server = testPortal();
const { portal, portalWith } = testWorkspace(server.environment);

const NO_BROWSER = { CHROME_PATH: '/nowhere/chromium' };

const verify = (...args: string[]) => portalWith({}, 'verify', ...args);

it.each([
  [
    ['orders@1.4.0', '--params', 'orderNbr'],
    /^portal: --params must be names and values such as orderNbr=000019/,
  ],
  [['orders@1.4.0', '--shell', 'next'], /^portal: No shell with a major version above 1 is published/],
  [['orders'], /^portal: Name a remote and its version, such as orders@1\.4\.0\.\n$/],
])('rejects %s with an explanation', async (args, sentence) => {
  const { out, err, exitCode } = await verify(...args);
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(err).toMatch(sentence);
});

it('finds the next major version of the shell, then says how to get a browser', async () => {
  const version = { publishedAt: '2026-03-04T12:00:00.000Z', verification: null };
  server.answer('show', {
    ...VIEW,
    status: { ...STATUS, name: 'shell' },
    versions: [
      { ...version, version: '2.0.0' },
      { ...version, version: '1.4.0' },
    ],
  });
  expect(await portalWith(NO_BROWSER, 'verify', 'orders@1.4.0', '--shell', 'next')).toEqual({
    out: '',
    err: 'portal: There is no browser at /nowhere/chromium. Install one with `npx playwright-core install chromium`, or name Chrome, Edge or Chromium: CHROME_PATH=/usr/bin/chromium\n',
    exitCode: 2,
  });
});

describe('publish --verify', () => {
  it('publishes nothing if it cannot verify', async () => {
    const { err, exitCode } = await portalWith(NO_BROWSER, 'publish', 'orders', '--verify');
    expect({ err, exitCode }).toEqual({ err: expect.stringContaining('There is no browser'), exitCode: 2 });
    expect(server.calls()).toEqual([]);
  });

  it.each([
    ['publish shell --verify', 'Name a remote: the shell has no screens to verify.'],
    [
      'publish orders --params orderNbr=000019',
      '--params needs --verify. Add --verify, or leave --params out.',
    ],
    ['publish orders --verify --dry-run', '--verify needs a published version. Leave --dry-run out.'],
  ])('rejects "%s" with an explanation', async (command, sentence) => {
    expect(await portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
  });
});
