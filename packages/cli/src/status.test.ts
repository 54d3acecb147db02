import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepVerification, openReleases, type Health } from '@portal/releases';
import { ORDERS_DESCRIPTOR, testWorkspace, type TestWorkspace } from './testing/workspace';

let workspace: TestWorkspace;
let portal: TestWorkspace['portal'];
beforeEach(async () => {
  workspace = await testWorkspace();
  ({ portal } = workspace);
});
afterEach(() => workspace.remove());

const root = () => join(workspace.directory, '.portal/releases');

/** Publishes builds of orders; the first is live. */
const publishOrders = async (...versions: string[]) => {
  for (const version of versions) {
    await workspace.write({ 'apps/orders/dist/entry.js': `const orders = '${version}';` });
    await portal(`publish orders --version ${version} ${version === versions[0] ? '--promote' : ''}`);
  }
};

/** Writes reports of browsers, as the server does. */
const reported = async (
  versions: Health['versions'],
  stopped: Health['stopped'] = null,
  trial?: Health['trial'],
) => {
  const { live, canary } = await workspace.releaseOf('orders');
  await openReleases(pathToFileURL(root())).updateHealth('orders', () => ({
    live,
    canary: canary?.version ?? null,
    canarySince: canary?.since ?? null,
    versions,
    stopped,
    ...(trial && { trial }),
  }));
};

const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;

it('says when a version was verified, and how it went', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await keepVerification(openReleases(pathToFileURL(root())), 'orders', '1.5.0', {
    at: '2026-03-04T12:00:00.000Z',
    passed: true,
    portal: 'https://portal.example',
    shell: '2.1.0',
    problems: [],
    warnings: [{ check: 'calls', route: '/service-orders', problem: 'GET /visits was answered with 404' }],
  });
  const { out } = await portal('status orders');
  expect(out).toContain(
    '  1.5.0  just now\n    verified 2026-03-04 12:00 in shell 2.1.0: passed, 1 warning\n  1.4.0  just now\n\n',
  );
  expect(JSON.parse((await portal('status orders --json')).out)).toMatchObject({
    versions: [
      { version: '1.5.0', verification: { passed: true } },
      { version: '1.4.0', verification: null },
    ],
  });
});

it('says how to publish if nothing is published', async () => {
  expect(await portal('status')).toEqual({
    out: 'Nothing is published yet. Build and publish: pnpm build && pnpm portal publish --all --promote\n',
    err: '',
    exitCode: 0,
  });
});

it('shows live, canary and previous, their authors, and how often they fail', async () => {
  await portal('publish shell --version 2.1.0 --promote');
  await publishOrders('1.4.0', '1.4.1', '1.5.0');
  await portal('promote orders@1.4.1 --who bo');
  await portal('canary orders@1.5.0 --percent 10');
  await reported(
    {
      '1.4.1': { shown: 468, failed: 12, causes: { timeout: 4, chunk: 8 } },
      '1.5.0': { shown: 30, failed: 30, causes: { init: 30 } },
    },
    {
      version: '1.5.0',
      at: '2026-03-04T12:00:00.000Z',
      why: 'canary 1.5.0: 30 of 60 pages failed; live 1.4.1: 12 of 480 pages failed',
    },
  );
  const { out } = await portal('status');
  expect(out.replaceAll(new RegExp(TIME, 'g'), 'TIME')).toBe(
    [
      'orders  3 versions',
      '  live         1.4.1  since TIME by bo',
      '               12 of 480 pages failed (2.5 %): chunk 8, timeout 4',
      '  canary 10 %  1.5.0  since TIME by ann',
      '               30 of 60 pages failed (50 %): init 30',
      '               ! stopped TIME: canary 1.5.0: 30 of 60 pages failed;',
      '               live 1.4.1: 12 of 480 pages failed',
      '  previous     1.4.0',
      '',
      'shell  1 version',
      '  live         2.1.0  since TIME by ann',
      '',
    ].join('\n'),
  );
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it('ignores reports of an earlier release', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await reported({ '1.4.0': { shown: 1, failed: 1, causes: { init: 1 } } });
  expect((await portal('status orders')).out).toContain('1 of 2 pages failed');
  await portal('promote orders@1.5.0');
  expect((await portal('status orders')).out).not.toContain('pages failed');
});

it('adds versions and history for one remote, the newest first', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await workspace.portalWith({}, 'canary', 'orders@1.5.0', '--percent', '5', '--why', 'a try');
  await portal('canary orders --stop');
  const { out } = await portal('status orders');
  expect(out).toMatch(
    /\nVersions\n {2}1\.5\.0 {2}(just now|1 minute ago)\n {2}1\.4\.0 {2}(just now|1 minute ago)\n/,
  );
  expect(out.replaceAll(new RegExp(TIME, 'g'), 'TIME')).toContain(
    [
      '',
      'History (UTC)',
      '  TIME  canary 1.5.0 ended by ann',
      '  TIME  canary 1.5.0 5 % by ann: a try',
      '  TIME  publish 1.5.0 by ann',
      '  TIME  promote 1.4.0 by ann',
      '  TIME  publish 1.4.0 by ann',
      '',
    ].join('\n'),
  );
});

it('shows remotes the live shell cannot run, and unreadable documents', async () => {
  await publishOrders('1.4.0');
  await portal('publish shell --version 2.1.0 --promote');
  // Promoting such a shell is refused, but a rollback can lead to one.
  await workspace.write({
    'apps/orders/remote.json': JSON.stringify({ ...ORDERS_DESCRIPTOR, requires: { shell: '^2.1.0' } }),
  });
  await publishOrders('1.5.0');
  await portal('publish shell --version 2.0.0');
  await portal('rollback shell --to 2.0.0');
  await portal('publish shell --version 2.1.0');
  await workspace.write({ '.portal/releases/archive/release.json': '{' });
  const { out, exitCode } = await portal('status');
  expect(exitCode).toBe(0);
  expect(out).toContain('! requires shell ^2.1.0, and the shell is 2.0.0: left out');
  expect(out).toMatch(/archive\n {2}! archive\/release\.json is damaged/);
});

it('removes control characters from the reason of a change', async () => {
  await publishOrders('1.4.0', '1.5.0');
  const by = ['--who', '\u001B[2Jroot', '--why', 'fast\u001B]0;title\u0007er\nlive 9.9.9\r'];
  await workspace.portalWith({}, 'promote', 'orders@1.5.0', ...by);
  const { out } = await portal('status orders');
  expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(out).toMatch(/promote 1\.5\.0 by root: faster live 9\.9\.9/);
});

it('prints JSON', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await reported({ '1.4.0': { shown: 3, failed: 1, causes: { init: 1 } } });
  const all: unknown = JSON.parse((await portal('status --json')).out);
  expect(all).toEqual([
    {
      name: 'orders',
      live: {
        version: '1.4.0',
        since: expect.any(String),
        who: 'ann',
        why: null,
        health: { shown: 3, failed: 1, causes: { init: 1 }, rate: 0.25 },
        problem: null,
      },
      canary: null,
      previous: null,
      versionCount: 2,
      problem: null,
    },
  ]);
  expect(JSON.parse((await portal('status orders --json')).out)).toMatchObject({
    name: 'orders',
    versions: [{ version: '1.5.0' }, { version: '1.4.0' }],
    history: [{ action: 'publish' }, { action: 'promote' }, { action: 'publish' }],
  });
});

it('names a promoted version that the portal has taken back, and the history says so', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await portal('promote orders@1.5.0');
  const { history } = await workspace.releaseOf('orders');
  const outcomes = { shown: 1, failed: 12 };
  await reported({ '1.5.0': { shown: 1, failed: 12, causes: { init: 12 } } }, null, {
    since: history.at(-1)?.at ?? '',
    browsers: outcomes,
    networks: outcomes,
    rolledBack: {
      to: '1.4.0',
      at: '2026-03-04T12:00:00.000Z',
      why: '1.5.0 failed on 12 of 13 first pages',
    },
  });
  const { out } = await portal('status orders');
  const text = out.replaceAll(new RegExp(TIME, 'g'), 'TIME');
  expect(text).toContain(
    [
      'orders  2 versions',
      '  live         1.4.0  since TIME by the portal',
      '               ! 1.5.0 was rolled back TIME: 1.5.0 failed on 12 of',
      '               13 first pages',
      '',
    ].join('\n'),
  );
  expect(text).toContain(
    ['History (UTC)', '  TIME  rollback 1.4.0 by the portal: 1.5.0 failed on 12 of'].join('\n'),
  );
  expect(JSON.parse((await portal('status --json')).out)).toMatchObject([
    { name: 'orders', live: { version: '1.4.0' }, rolledBack: { version: '1.5.0' } },
  ]);
});
