import type { Release, Verified } from '@portal/verify';
import { ORDERS_DESCRIPTOR, testWorkspace, type TestWorkspace } from './testing/workspace';

/** The names of the remotes that fail. */
const failing = new Set<string>();

const verify = ({ name, version }: Release): Promise<Verified> =>
  Promise.resolve({
    name,
    version,
    at: '2026-03-04T12:00:00.000Z',
    portal: 'https://portal.example',
    shell: '2.1.0',
    passed: !failing.has(name),
    screens: [],
    problems: [],
    warnings: [],
  });

jest.mock('@portal/verify', () => ({
  verifiedText: ({ name }: Verified) => `${name} fails`,
  withVerification: (_: unknown, work: (verifyOne: typeof verify) => unknown) => work(verify),
}));

let workspace: TestWorkspace;
beforeEach(async () => {
  failing.clear();
  workspace = await testWorkspace();
  await workspace.write({
    'apps/visits/package.json': '{ "version": "1.0.0" }',
    'apps/visits/remote.json': JSON.stringify({ ...ORDERS_DESCRIPTOR, name: 'visits', routes: ['/visits'] }),
    'apps/visits/dist/build.json': '{ "entry": "entry.js", "globalName": "portal_visits", "preload": [] }',
    'apps/visits/dist/entry.js': 'const visits = 1;',
  });
});
afterEach(() => workspace.remove());

const publish = (command: string) =>
  workspace.portalWith(
    { PORTAL_URL: 'https://portal.example' },
    'publish',
    '--verify',
    ...command.split(' '),
  );

const liveOf = async (name: string) => (await workspace.releaseOf(name)).live;

it('makes nothing live before all have passed', async () => {
  failing.add('visits');
  expect(await publish('--all --promote')).toEqual({
    out: '',
    err: 'portal: visits fails. It stays published, and is not live.\n',
    exitCode: 1,
  });
  expect(await Promise.all(['shell', 'orders', 'visits'].map(liveOf))).toEqual([null, null, null]);

  failing.clear();
  const { out, exitCode } = await publish('--all --promote');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^shell@\S+ is live\norders@\S+ is live\nvisits@\S+ is live\n$/);
});

it('says that a version which fails now was live before, or the canary', async () => {
  await workspace.portal('publish orders --version 1.4.0 --promote');
  failing.add('orders');
  const { err } = await publish('orders --version 1.4.0');
  expect(err).toBe('portal: orders fails. It stays published, and is live, as before.\n');
  expect(await liveOf('orders')).toBe('1.4.0');

  await workspace.write({ 'apps/orders/dist/entry.js': 'const orders = 2;' });
  await workspace.portal('publish orders --version 1.5.0 --canary 10');
  expect((await publish('orders --version 1.5.0')).err).toBe(
    'portal: orders fails. It stays published, and is the canary, as before.\n',
  );
});
