import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import {
  FAILURES,
  HEALTH,
  keepVerification,
  openReleases,
  type FieldFailure,
  type Health,
} from '@portal/releases';
import { ORDERS_DESCRIPTOR, testWorkspace } from './testing/workspace';

const workspace = testWorkspace();
const { portal, publishOrders } = workspace;

const releases = () => openReleases(pathToFileURL(workspace.path('.portal/releases')));

/** Writes browser reports, as the server does. */
const writeHealth = async (versions: Health['versions'], decided: Partial<Health> = {}) => {
  const { live, canary } = await workspace.releaseOf('orders');
  await releases().updateReports(HEALTH, 'orders', () => ({
    live,
    canary: canary?.version ?? null,
    canarySince: canary?.since ?? null,
    versions,
    stopped: null,
    ...decided,
  }));
};

/** The output of a command, with TIME in place of times. */
const textOf = async (command: string) =>
  (await portal(command)).out.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME');

it('shows when a version was verified, and the result', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await keepVerification(releases(), 'orders', '1.5.0', {
    at: '2026-03-04T12:00:00.000Z',
    passed: true,
    portal: 'https://portal.example',
    shell: '2.1.0',
    problems: [],
    warnings: [{ check: 'calls', route: '/service-orders', problem: 'GET /visits was answered with 404' }],
  });
  expect((await portal('status orders')).out).toContain(
    '  1.5.0  just now\n    verified 2026-03-04 12:00 in shell 2.1.0: passed, 1 warning\n  1.4.0  just now\n\n',
  );
  const { versions } = JSON.parse((await portal('status orders --json')).out);
  expect(versions).toMatchObject([{ verification: { passed: true } }, { verification: null }]);
});

it('explains how to publish if nothing is published', async () => {
  expect(await portal('status')).toEqual({
    out: 'Nothing is published yet. Build and publish: pnpm build && pnpm portal publish --all --promote\n',
    err: '',
    exitCode: 0,
  });
});

it('shows the live, canary and previous versions, their authors and failure rates', async () => {
  await portal('publish shell --version 2.1.0 --promote');
  await publishOrders('1.4.0', '1.4.1', '1.5.0');
  await portal('promote orders@1.4.1 --who bo');
  await portal('canary orders@1.5.0 --percent 10');
  await writeHealth(
    {
      '1.4.1': { shown: 468, failed: 12, causes: { timeout: 4, chunk: 8 } },
      '1.5.0': { shown: 30, failed: 30, causes: { init: 30 } },
    },
    {
      stopped: {
        version: '1.5.0',
        at: '2026-03-04T12:00:00.000Z',
        why: 'canary 1.5.0: 30 of 60 pages failed; live 1.4.1: 12 of 480 pages failed',
      },
    },
  );
  expect(await textOf('status')).toBe(`orders  3 versions
  live         1.4.1  since TIME by bo
               12 of 480 pages failed (2.5 %): chunk 8, timeout 4
  canary 10 %  1.5.0  since TIME by ann
               30 of 60 pages failed (50 %): init 30
               ! stopped TIME: canary 1.5.0: 30 of 60 pages failed; live 1.4.1: 12 of 480 pages failed
  previous     1.4.0

shell  1 version
  live         2.1.0  since TIME by ann
`);
});

it('ignores reports from an earlier release', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await writeHealth({ '1.4.0': { shown: 1, failed: 1, causes: { init: 1 } } });
  await portal('promote orders@1.5.0');
  expect((await portal('status orders')).out).not.toContain('pages failed');
});

it('adds versions and history for one remote, newest first', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await workspace.portalWith({}, 'canary', 'orders@1.5.0', '--percent', '5', '--why', 'a try');
  await portal('canary orders --stop');
  const text = await textOf('status orders');
  expect(text).toMatch(/\nVersions\n {2}1\.5\.0 {2}(just now|1 minute ago)\n {2}1\.4\.0 {2}/);
  expect(text).toContain(`
History (UTC)
  TIME  canary 1.5.0 ended by ann
  TIME  canary 1.5.0 5 % by ann: a try
  TIME  publish 1.5.0 by ann
  TIME  promote 1.4.0 by ann
  TIME  publish 1.4.0 by ann
`);
});

it('marks remotes that the live shell cannot run, and unreadable documents', async () => {
  await publishOrders('1.4.0');
  await portal('publish shell --version 2.1.0 --promote');
  // Promoting such a shell is refused, but a rollback can lead to one.
  await workspace.write({
    'apps/orders/remote.json': JSON.stringify({ ...ORDERS_DESCRIPTOR, requires: { shell: '^2.1.0' } }),
  });
  await publishOrders('1.5.0');
  await portal('publish shell --version 2.0.0');
  await portal('rollback shell --to 2.0.0');
  await workspace.write({ '.portal/releases/archive/release.json': '{' });
  const { out, exitCode } = await portal('status');
  expect(exitCode).toBe(0);
  expect(out).toContain('! requires shell ^2.1.0, and the shell is 2.0.0: left out');
  expect(out).toMatch(/archive\n {2}! archive\/release\.json is damaged/);
});

it('prints JSON', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await writeHealth({ '1.4.0': { shown: 3, failed: 1, causes: { init: 1 } } });
  const status = {
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
  };
  expect(JSON.parse((await portal('status --json')).out)).toEqual([status]);
  expect(JSON.parse((await portal('status orders --json')).out)).toEqual({
    ...status,
    failures: [],
    versions: [expect.objectContaining({ version: '1.5.0' }), expect.objectContaining({ version: '1.4.0' })],
    history: ['publish', 'promote', 'publish'].map((action) => expect.objectContaining({ action })),
  });
});

it('names lost files of a live version, which publishing the same build restores', async () => {
  await portal('publish orders --version 1.4.0 --promote');
  await rm(workspace.path('.portal/releases/orders/1.4.0/entry.js'));
  expect((await portal('status orders')).out.replaceAll(/\s+/g, ' ')).toContain(
    '! orders 1.4.0 has lost entry.js. Publish the same build again, or restore it from a backup.',
  );
  expect((await portal('publish orders --version 1.4.0')).out).toBe(
    'orders@1.4.0 is already published; stored again: entry.js\n',
  );
  expect((await portal('status orders')).out).not.toContain('lost');
});

it('shows an automatic rollback in the summary and in the history', async () => {
  await publishOrders('1.4.0', '1.5.0');
  await portal('promote orders@1.5.0');
  const { history } = await workspace.releaseOf('orders');
  const outcomes = { shown: 1, failed: 12 };
  const rolledBack = {
    to: '1.4.0',
    at: '2026-03-04T12:00:00.000Z',
    why: '1.5.0 failed on 12 of 13 first pages',
  };
  const since = history.at(-1)?.at ?? '';
  await writeHealth(
    { '1.5.0': { ...outcomes, causes: { init: 12 } } },
    { trial: { since, browsers: outcomes, networks: outcomes, rolledBack } },
  );
  const text = await textOf('status orders');
  const { why } = rolledBack;
  expect(text).toContain(`  live         1.4.0  since TIME by the portal
               ! 1.5.0 was rolled back TIME: ${why}
`);
  expect(text).toContain(`History (UTC)\n  TIME  rollback 1.4.0 by the portal: ${why}\n`);
});

describe('failures in browsers', () => {
  /** The 18th column of the script is line 11, column 5 of the source. */
  const MAP = JSON.stringify({
    version: 3,
    sources: ['webpack://portal_orders/./src/order-row.tsx'],
    sourcesContent: ['const secret = 1;'],
    names: [],
    mappings: 'AAAA,iBAUI',
  });
  const frame = { name: 'orders', version: '1.4.0', file: 'entry.js', line: 1, column: 18 };

  const writeFailures = async (...failures: Partial<FieldFailure>[]) => {
    const failure = {
      version: '1.4.0',
      cause: 'render',
      message: 'TypeError: broken',
      stack: [frame],
      browsers: { 'Chrome 131': 1 },
      count: 1,
      last: '2026-03-05T12:30:00.000Z',
    };
    await releases().updateReports(FAILURES, 'orders', () =>
      failures.map((change) => ({ ...failure, ...change })),
    );
  };

  it('are grouped, with their positions in the sources', async () => {
    await workspace.write({ 'apps/orders/dist/entry.js.map': MAP });
    await publishOrders('1.4.0');
    await writeFailures(
      {
        message: "TypeError: Cannot read properties of undefined (reading 'name')",
        stack: [
          frame,
          { ...frame, file: 'unmapped.js', line: 2, column: 34 },
          { ...frame, name: 'shell', version: '2.1.0', file: 'shell.js' },
        ],
        browsers: { 'Firefox 132': 4, 'Chrome 131': 8 },
        count: 12,
      },
      { cause: 'unfinished', message: '', stack: [] },
    );
    const { out } = await portal('status orders');
    expect(out).toContain(`
Failures in browsers (UTC)
  2026-03-05 12:30  12 × render in 1.4.0: TypeError: Cannot read properties of undefined (reading 'name')
                    at src/order-row.tsx:11:5
                    at unmapped.js:2:34
                    at shell.js:1:18 in shell
                    Chrome 131 8, Firefox 132 4
  2026-03-05 12:30  1 × unfinished in 1.4.0
                    Chrome 131 1

History (UTC)
`);
    expect(JSON.parse((await portal('status orders --json')).out)).toMatchObject({
      failures: [
        { count: 12, stack: [{ name: 'orders', source: 'src/order-row.tsx', line: 11, column: 5 }, {}, {}] },
        { cause: 'unfinished', stack: [] },
      ],
    });
  });

  it('in a package are shown with its name', async () => {
    const sources = ['webpack://x/../../node_modules/.pnpm/p@1/node_modules/p/index.js?1f2e'];
    await workspace.write({
      'apps/orders/dist/entry.js.map': JSON.stringify({ ...JSON.parse(MAP), sources }),
    });
    await publishOrders('1.4.0');
    await writeFailures({});
    expect((await portal('status orders')).out).toContain('  at p/index.js:11:5\n');
  });

  it('are printed without control characters, and only the first five', async () => {
    const map = JSON.stringify({ ...JSON.parse(MAP), sources: ['src/\u001B[2Jrow.tsx'] });
    await workspace.write({ 'apps/orders/dist/entry.js.map': map });
    await publishOrders('1.4.0');
    await writeFailures(...Array.from({ length: 7 }, (_, index) => ({ message: `\u001B[2J${index}` })));
    await workspace.portalWith({}, 'promote', 'orders@1.4.0', '--who', '\u001B[2Jroot\u001B]0;title\u0007');
    const { out } = await portal('status orders');
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(out).toContain('  and 2 more: --json\n');
  });
});
