import type { FieldFailure, ReleaseView, ServedVersion, Status } from '@portal/releases';
import { STATUS, testPortal, VIEW } from './testing/portal';
import { testWorkspace } from './testing/workspace';

const server = testPortal();
const { portal } = testWorkspace(server.environment);

const SERVED: ServedVersion = {
  version: '1.4.1',
  since: '2026-03-04T12:00:00.000Z',
  who: 'bo',
  why: null,
  health: null,
  problem: null,
};

const ORDERS: Status = {
  name: 'orders',
  live: { ...SERVED, health: { shown: 468, failed: 12, rate: 0.025, causes: { timeout: 4, chunk: 8 } } },
  canary: {
    ...SERVED,
    version: '1.5.0',
    who: 'ann',
    percent: 10,
    health: { shown: 30, failed: 30, rate: 0.5, causes: { init: 30 } },
    problem: 'requires shell ^2.1.0, and the shell is 2.0.0: left out',
  },
  previous: '1.4.0',
  intervention: null,
  versionCount: 3,
};

it('explains how to publish if nothing is published', async () => {
  server.answer('status', []);
  expect(await portal('status')).toEqual({
    out: 'Nothing is published yet. Build and publish: pnpm build && pnpm portal publish --all --promote\n',
    err: '',
    exitCode: 0,
  });
});

it('shows the live, canary and previous versions, their authors, failure rates and problems', async () => {
  const shell = { ...STATUS, name: 'shell', live: { ...SERVED, version: '2.1.0' } };
  server.answer('status', [ORDERS, shell]);
  expect((await portal('status')).out).toBe(`orders  3 versions
  live         1.4.1  since 2026-03-04 12:00 by bo
               12 of 480 pages failed (2.5 %): chunk 8, timeout 4
  canary 10 %  1.5.0  since 2026-03-04 12:00 by ann
               30 of 60 pages failed (50 %): init 30
               ! requires shell ^2.1.0, and the shell is 2.0.0: left out
  previous     1.4.0

shell  1 version
  live         2.1.0  since 2026-03-04 12:00 by bo
`);
  expect(JSON.parse((await portal('status --json')).out)).toEqual([ORDERS, shell]);
});

it('shows what the portal has decided by itself', async () => {
  const intervention = {
    version: '1.5.0',
    at: '2026-03-04T12:00:00.000Z',
    why: '1.5.0 failed on 12 of 13 first pages',
  };
  server.answer('status', [{ ...STATUS, intervention }]);
  expect((await portal('status')).out).toContain(
    '! the portal went back 2026-03-04 12:00: 1.5.0 failed on 12 of 13 first pages\n',
  );
});

it('adds versions and history for one remote, newest first', async () => {
  const publishedAt = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString();
  const change = {
    at: '2026-03-04T12:00:00.000Z',
    who: 'ann',
    why: null,
    versions: ['1.5.0'],
    percent: null,
  };
  const view: ReleaseView = {
    ...VIEW,
    versions: [
      {
        version: '1.5.0',
        publishedAt,
        verification: {
          at: '2026-03-04T12:00:00.000Z',
          passed: true,
          portal: 'https://portal.example',
          shell: '2.1.0',
          problems: [],
          warnings: [{ check: 'calls', route: '/orders', problem: 'GET /visits was answered with 404' }],
        },
      },
      { version: '1.4.0', publishedAt: new Date().toISOString(), verification: null },
    ],
    history: [
      { ...change, revision: 3, action: 'canary' },
      { ...change, revision: 2, action: 'canary', percent: 5, why: 'a try' },
      { ...change, revision: 1, action: 'publish' },
    ],
  };
  server.answer('show', view);
  expect((await portal('status orders')).out).toBe(`orders  1 version
  live         1.4.0

Versions
  1.5.0  3 days ago
    verified 2026-03-04 12:00 in shell 2.1.0: passed, 1 warning
  1.4.0  just now

History (UTC)
  2026-03-04 12:00  canary 1.5.0 ended by ann
  2026-03-04 12:00  canary 1.5.0 5 % by ann: a try
  2026-03-04 12:00  publish 1.5.0 by ann
`);
  const { status, ...rest } = view;
  expect(JSON.parse((await portal('status orders --json')).out)).toEqual({ ...status, ...rest });
});

describe('failures in browsers', () => {
  const FAILURE: FieldFailure = {
    version: '1.4.0',
    cause: 'render',
    message: 'TypeError: broken',
    stack: [],
    browsers: { 'Chrome 131': 1 },
    count: 1,
    last: '2026-03-05T12:30:00.000Z',
  };

  it('are shown with their calls and browsers', async () => {
    const call = { name: 'orders', version: '1.4.0', file: 'src/order-row.tsx', line: 11, column: 5 };
    const failures = [
      {
        ...FAILURE,
        stack: [call, { ...call, name: 'shell', file: 'shell.js' }],
        browsers: { 'Firefox 132': 4, 'Chrome 131': 8 },
        count: 12,
      },
      { ...FAILURE, cause: 'unfinished', message: '' },
    ];
    server.answer('show', { ...VIEW, failures });
    expect((await portal('status orders')).out).toContain(`
Failures in browsers (UTC)
  2026-03-05 12:30  12 × render in 1.4.0: TypeError: broken
                    at src/order-row.tsx:11:5
                    at shell.js:11:5 in shell
                    Chrome 131 8, Firefox 132 4
  2026-03-05 12:30  1 × unfinished in 1.4.0
                    Chrome 131 1

History (UTC)
`);
  });

  it('are printed without control characters, and only the first five', async () => {
    const failures = Array.from({ length: 7 }, (_, index) => ({ ...FAILURE, message: `\u001B[2J${index}` }));
    server.answer('show', {
      ...VIEW,
      status: { ...STATUS, live: { ...SERVED, who: '\u001B[2Jroot\u001B]0;title\u0007' } },
      failures,
    });
    const { out } = await portal('status orders');
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(out).toContain('  and 2 more: --json\n');
  });
});

describe('a preview', () => {
  it('is a link that works for some days', async () => {
    expect(await portal('preview orders@1.5.0 shell@2.0.0 --days 1')).toEqual({
      out: 'https://portal.example/service-orders?preview=grant\n\nThe link works until 2026-03-04 12:00 UTC.\n',
      err: '',
      exitCode: 0,
    });
    const [orders, shell] = [
      { name: 'orders', version: '1.5.0' },
      { name: 'shell', version: '2.0.0' },
    ];
    expect(server.given('preview')).toEqual([{ versions: [orders, shell], days: 1 }]);
  });

  it.each([
    ['preview', "missing required argument 'release'"],
    ['preview orders', 'Name a remote and its version, such as orders@1.4.0.'],
    ['preview orders@1.5.0 --days soon', '--days must be a whole number from 0 to 30, not soon.'],
  ])('is refused for "portal %s"', async (command, sentence) => {
    expect(await portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
  });
});
