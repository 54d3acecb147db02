import type { Release, Verified } from '@portal/verify';
import { OUTCOME, testPortal } from './testing/portal';
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

const server = testPortal();
const workspace = testWorkspace(server.environment);
beforeEach(async () => {
  failing.clear();
  await workspace.writeRemote('apps/visits', 'visits');
});

const publish = (command: string) => workspace.portal(`publish --verify ${command}`);

const called = () => server.calls().map(({ name }) => name);

it('makes nothing live before all have passed', async () => {
  failing.add('visits');
  expect(await publish('--all --promote')).toEqual({
    out: '',
    err: 'portal: visits fails. It stays published, and is not live.\n',
    exitCode: 1,
  });
  expect(called()).toEqual(['publish', 'publish', 'verification', 'publish', 'verification']);
  expect(server.given('verification')).toMatchObject([
    { name: 'orders', version: '1.4.0-1a2b3c4d', verification: { passed: true, shell: '2.1.0' } },
    { name: 'visits', version: '3.0.0-1a2b3c4d', verification: { passed: false } },
  ]);

  failing.clear();
  const { out, exitCode } = await publish('--all --promote');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^shell@\S+ is live\norders@\S+ is live\nvisits@\S+ is live\n$/);
  expect(called().slice(-3)).toEqual(['promote', 'promote', 'promote']);
});

it('says that a version passes', async () => {
  expect((await publish('visits')).out).toMatch(/^visits@\S+ is published, and passes the verification/);
});

it('says that a version which fails now was live before, or the canary', async () => {
  failing.add('orders');
  const published = { ...OUTCOME, version: '1.4.0', changed: false, files: 2, firstLoad: 300, restored: [] };
  server.answer('publish', { ...published, live: '1.4.0' });
  expect((await publish('orders --version 1.4.0')).err).toBe(
    'portal: orders fails. It stays published, and is live, as before.\n',
  );
  server.answer('publish', { ...published, live: '1.3.0', canary: { version: '1.4.0', percent: 10 } });
  expect((await publish('orders --version 1.4.0')).err).toBe(
    'portal: orders fails. It stays published, and is the canary, as before.\n',
  );
});
