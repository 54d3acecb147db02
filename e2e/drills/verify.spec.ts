import { execFile } from 'node:child_process';
import { writeBrokenBuild, type Fault } from '../support/broken-builds';
import { browserLaunchOptions } from '../support/browser';
import { WORKSPACE } from '../support/directories';
import { NEXT } from '../support/next-builds';
import { teamOf } from '../support/portal-process';
import { expect, servePortal, test } from '../support/test';

const REMOTE = 'notification-preferences';

const PORTAL_URL = servePortal({ name: 'verified', port: 4759 });

/** Each test starts its own process and browser. */
test.describe.configure({ mode: 'serial', timeout: 300_000 });

/** Runs `portal` as a team does, in a process of its own, with the browser of the tests. */
const portal = async (args: string[]) => {
  const team = await teamOf(PORTAL_URL);
  const { executablePath = '', env } = await browserLaunchOptions();
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'packages/cli/src/published.ts', ...args],
      {
        cwd: WORKSPACE,
        env: {
          ...process.env,
          ...env,
          ...team,
          CHROME_PATH: executablePath,
        },
      },
      (_, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
};

const FAULTS: [Fault, RegExp[]][] = [
  [
    'has an axe violation, an unlisted route, a message on the console and a loose style',
    [
      /✗ axe: image-alt: Images must have alternative text: <img [^>]*>\n {2}at \/notification-preferences/,
      /✗ routes: the module has a screen for \/elsewhere, which remote\.json does not list/,
      /✗ console: not good\n {2}at/,
      /✗ globals: its styles reach outside of its screen: \*\n {2}at/,
    ],
  ],
  [
    'returns to its screen by a timer',
    [
      /✗ neighbors: after \/notification-preferences, the screen shows "Mine" instead of "Latest Service Order"\n {2}at \/\n/,
    ],
  ],
  [
    'does not work in a company’s page',
    [/✗ neighbors: in a company's page, the screen shows "Nowhere" instead of "Mine"\n/],
  ],
  [
    'works only on the first screen of a page',
    [/✗ neighbors: after screens of other remotes, the screen shows "Nowhere" instead of "Mine"\n/],
  ],
  [
    'throws at its first render',
    [/✗ render: the screen threw: .*broken screen\n {2}at \/notification-preferences/],
  ],
  ['loops once its data is there', [/✗ freeze: the page stopped/]],
  [
    'replaces a function of the history later',
    [/✗ globals: it changes history\.pushState, which all code of the page shares\n {2}at/],
  ],
];

for (const [index, [fault, sentences]] of FAULTS.entries())
  test(`publish --verify starts no canary of a version that ${fault}`, async () => {
    const version = `2.${index}.0`;
    const build = await writeBrokenBuild(REMOTE, fault);
    const options = ['--version', version, '--verify', '--canary', '10'];
    const { exitCode, output } = await portal(['publish', build, ...options]);
    for (const sentence of sentences) expect(output).toMatch(sentence);
    expect(output).toMatch(/ fails: \d problems?\. It stays published, and is not live\.\n$/);
    expect(exitCode).toBe(1);
    const { output: status } = await portal(['status', REMOTE]);
    expect(status).toMatch(
      new RegExp(`${version} {2}.*\\n {4}verified .* in shell \\S+: failed, \\d problem`),
    );
    expect(status).not.toContain('canary 10 %');
  });

test('publish --verify releases a version that passes, built by Vite', async () => {
  const build = 'e2e/remotes/any-bundler-remote/dist/vite';
  const { exitCode, output } = await portal([
    'publish',
    build,
    '--version',
    '1.0.0',
    '--verify',
    '--promote',
  ]);
  expect({ exitCode, output }).toEqual({ exitCode: 0, output: 'any-bundler-remote@1.0.0 is live\n' });
  expect((await portal(['status', 'any-bundler-remote'])).output).toMatch(
    /verified .* in shell \S+: passed\n/,
  );
});

test('verify mounts every screen of a published version, with parameters', async () => {
  const { exitCode, output } = await portal(['verify', `orders@${NEXT}`, '--params', 'orderNbr=000071']);
  expect(output).toMatch(new RegExp(`^orders@${NEXT} in shell \\S+ of ${PORTAL_URL}\\n`));
  for (const screen of [
    '✓ / is "Latest Service Order"',
    '✓ /my-service-order is "Latest Service Order"',
    '✓ /service-orders is "My Service Orders"',
    '✓ /service-order/:orderNbr is "Service Order 000071"',
  ])
    expect(output).toContain(screen);
  expect(output).toContain(`orders@${NEXT} can go live\n`);
  expect(exitCode).toBe(0);
});

test('verify uses another published version of the shell', async () => {
  const { exitCode, output } = await portal(['verify', `${REMOTE}@${NEXT}`, '--shell', NEXT, '--json']);
  expect({ exitCode, ...JSON.parse(output) }).toMatchObject({
    exitCode: 0,
    passed: true,
    name: REMOTE,
    version: NEXT,
    shell: NEXT,
    portal: PORTAL_URL,
    problems: [],
    warnings: [],
  });
});
