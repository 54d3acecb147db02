import type { Release, Verified } from '@portal/verify';
import { testWorkspace } from './testing/workspace';

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

const workspace = testWorkspace();
beforeEach(async () => {
  failing.clear();
  await workspace.writeRemote('apps/visits', 'visits');
});

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
