import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PORTAL_URL } from '../support/addresses';
import { FAULTS, HARMFUL, writeBrokenBuild, type Fault } from '../support/broken-builds';
import { browserLaunchOptions } from '../support/browser';
import { descriptorFile } from '../support/descriptors';
import { RUN_DIR, WORKSPACE } from '../support/directories';
import { NEXT } from '../support/next-builds';
import { expect, test } from '../support/test';
import { writeUnfitBuild } from '../support/unfit-builds';

/** Each test starts its own process and browser. */
test.describe.configure({ timeout: 300_000 });

const REMOTE = 'notification-preferences';
const PATH = '/notification-preferences';

/** Runs `portal` as a team does, in a process of its own, with the browser of the tests. */
const portal = async (args: string[], environment: Record<string, string> = {}) => {
  const { executablePath = '', env } = await browserLaunchOptions();
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'apps/server/src/portal.ts', ...args],
      {
        cwd: WORKSPACE,
        env: { ...process.env, ...env, PORTAL_URL, CHROME_PATH: executablePath, ...environment },
      },
      (_, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
};

/** A remote that three bundlers build from the same sources. */
const ANY_BUNDLER = 'e2e/remotes/any-bundler-remote';

const withDescriptor = ['--descriptor', descriptorFile(REMOTE)];

const faulty = (description: string): Fault => {
  const fault = [...FAULTS, ...HARMFUL].find((one) => one.description === description);
  if (!fault) throw new Error(`No broken build ${description}.`);
  return fault;
};

const broken = (description: string) => () => writeBrokenBuild(REMOTE, faulty(description), [PATH]);

test.describe('portal verify refuses', () => {
  for (const [name, build, sentence] of [
    [
      'a module of the wrong shape',
      broken('exposes a module of the wrong shape'),
      /✗ shape: its module has the wrong shape: .*Invalid length/,
    ],
    [
      'a route that does not match the descriptor',
      () => writeUnfitBuild('another route', PATH),
      /✗ routes: remote\.json lists \/notification-preferences, but the module has no screen for it\n[^]*✗ routes: the module has a screen for \/elsewhere, which remote\.json does not list/,
    ],
    [
      'a screen that throws',
      broken('throws at its first render'),
      /✗ render: the screen threw: .*broken screen\n {2}at \/notification-preferences/,
    ],
    [
      'an axe violation, weight over budget, a message on the console and a loose style, all at once',
      () => writeUnfitBuild('several faults', PATH),
      /^(?=[^]*✗ axe: image-alt: Images must have alternative text: <img [^>]*>\n {2}at \/notification-preferences)(?=[^]*✗ weight: its first screen needs \d+(\.\d)? KB over the network, and the limit is 200 KB: remoteEntry\.js)(?=[^]*✗ console: not good\n {2}at)(?=[^]*✗ globals: its styles reach outside of its screen: \*\n {2}at)/,
    ],
    ['an endless loop after a while', broken('loops once its data is there'), /✗ freeze: the page stopped/],
    [
      'changed arrays',
      broken('changes arrays in its entry'),
      /✗ globals: it changes Array\.prototype\.map, which all code of the page shares\n {2}at/,
    ],
    [
      'a replaced function of the history',
      broken('replaces a function of the history later'),
      /✗ globals: it changes history\.pushState, which all code of the page shares\n {2}at/,
    ],
  ] as const)
    test(name, async () => {
      const { exitCode, output } = await portal(['verify', await build(), ...withDescriptor]);
      expect(output).toMatch(sentence);
      expect(output).toContain(' is refused: ');
      expect(exitCode).toBe(1);
    });
});

test.describe('portal verify passes', () => {
  for (const [remote, params, screens] of [
    [
      'orders',
      ['--params', 'orderNbr=000071'],
      [
        '✓ / is "Latest Service Order"',
        '✓ /my-service-order is "Latest Service Order"',
        '✓ /service-orders is "My Service Orders"',
        '✓ /service-order/:orderNbr is "Service Order 000071"',
      ],
    ],
    ['e2e/remotes/vite-remote/dist', [], ['✓ /vite-remote is "Built with Vite"']],
    ...['webpack', 'rspack', 'vite'].map(
      (bundler) =>
        [
          `${ANY_BUNDLER}/dist/${bundler}`,
          ['--descriptor', `${ANY_BUNDLER}/remote.json`],
          ['✓ /consumption is "Consumption"'],
        ] as const,
    ),
  ] as const)
    test(remote, async () => {
      const { exitCode, output } = await portal(['verify', remote, ...params]);
      expect(output).toMatch(/ can be published\n$/);
      for (const screen of screens) expect(output).toContain(screen);
      expect(exitCode).toBe(0);
    });

  test('a remote in another published version of the shell', async () => {
    const { exitCode, output } = await portal(['verify', REMOTE, '--shell', NEXT, '--json']);
    expect({ exitCode, ...JSON.parse(output) }).toMatchObject({
      exitCode: 0,
      passed: true,
      name: REMOTE,
      shell: NEXT,
      portal: PORTAL_URL,
      problems: [],
      warnings: [],
    });
    const unknown = await portal(['verify', REMOTE, '--shell', '9.9.9']);
    expect(unknown).toEqual({ exitCode: 2, output: 'portal: shell has no published version 9.9.9.\n' });
  });
});

test('publish --verify stores the result with the version, and stores nothing if the verification fails', async () => {
  const releases = { RELEASES_URL: pathToFileURL(join(RUN_DIR, 'verified')).href };
  const publish = (from: string, version: string) =>
    portal(
      ['publish', REMOTE, '--version', version, '--from', from, ...withDescriptor, '--verify'],
      releases,
    );
  const failing = await publish(await broken('throws at its first render')(), '2.0.0');
  expect(failing.output).toMatch(/^portal: notification-preferences@.*✗ render: the screen threw/s);
  expect(failing.exitCode).toBe(1);

  const good = await publish(join(WORKSPACE, 'apps', REMOTE, 'dist'), '2.1.0');
  expect(good).toMatchObject({
    output: expect.stringContaining('notification-preferences@2.1.0 is published'),
    exitCode: 0,
  });
  const { output } = await portal(['status', REMOTE], releases);
  expect(output).toMatch(
    /Versions\n {2}2\.1\.0 {2}.*\n {4}verified \d{4}-\d\d-\d\d \d\d:\d\d in shell \S+: passed\n/,
  );
  expect(output).not.toContain('2.0.0');
});

test('reports a portal that does not answer', async () => {
  const nowhere = { PORTAL_URL: 'http://127.0.0.1:1' };
  expect(await portal(['verify', REMOTE], nowhere)).toEqual({
    exitCode: 2,
    output:
      'portal: http://127.0.0.1:1 does not answer. Check --portal or PORTAL_URL, and whether this machine can reach it.\n',
  });
});
