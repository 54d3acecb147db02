import type { LoadCause, RemoteVersion, RemoteModule } from '@portal/contract';
import { LoadFailure } from './federation/load-failure';
import { inVersion, orders } from '../testing/registry';
import { createRemoteLoad, type LoadDeps } from './load-remote';

const MODULE: RemoteModule = { routes: [{ path: '/', title: 'Orders', Component: () => null }] };

const live = inVersion(orders, '2.0.0');
const previous = inVersion(orders, '1.9.0');

const failure = (cause: LoadCause) => new LoadFailure(cause, `It failed: ${cause}`);
const lostChunk = Object.assign(new Error('Loading chunk 5 failed.'), { name: 'ChunkLoadError' });

/** Starts a load in which each attempt takes 100 ms. `outcomes` lists the errors per version; then it succeeds. */
const start = (
  versions: RemoteVersion[],
  outcomes: Record<string, Error[]> = {},
  newest: RemoteVersion | undefined = undefined,
) => {
  const clock = { now: 1000 };
  const steps: string[] = [];
  const attempts = new Map<string, number>();

  const deps: LoadDeps = {
    versions: async () => versions,
    now: () => clock.now,
    nextAttempt: ({ url }) => {
      const attempt = attempts.get(url) ?? 0;
      attempts.set(url, attempt + 1);
      return attempt;
    },
    load: async ({ metadata: { version } }, attempt) => {
      steps.push(`load ${version} ${attempt}`);
      clock.now += 100;
      const outcome = outcomes[version]?.shift();
      if (outcome) throw outcome;
      return { module: MODULE, discard: () => void steps.push(`discard ${version}`) };
    },
    newest: async () => {
      steps.push('ask for the newest');
      clock.now += 10;
      return newest;
    },
    report: ({ metadata: { version } }, { event, cause, durationMs }) =>
      void steps.push([event, version, cause, durationMs].filter((part) => part !== undefined).join(' ')),
  };
  const load = createRemoteLoad(deps);
  load.start();
  return { clock, steps, deps, load };
};

const versionOf = async ({ load }: ReturnType<typeof start>) =>
  (await load.current()).version.metadata.version;

it('reports a shown version once, with the time since the first request', async () => {
  const page = start([live]);
  await page.load.current();
  page.clock.now += 50;
  page.load.onShown();
  page.load.onShown();
  expect(page.load.isShown()).toBe(true);
  expect(page.steps).toEqual(['load 2.0.0 0', 'shown 2.0.0 150']);
});

it.each([
  ['entry', failure('entry')],
  ['chunk', failure('chunk')],
  ['style', failure('style')],
  ['integrity', failure('integrity')],
  ['init', new Error('What is this?')],
])('retries at once after the failure "%s"', async (cause, error) => {
  const page = start([live, previous], { '2.0.0': [error] });
  expect(await versionOf(page)).toBe('2.0.0');
  expect(page.steps).toEqual(['load 2.0.0 0', `retried 2.0.0 ${cause} 100`, 'load 2.0.0 1']);
});

it.each(['timeout', 'shape'] as const)('does not retry after the failure "%s"', async (cause) => {
  const page = start([live, previous], { '2.0.0': [failure(cause)] });
  expect(await versionOf(page)).toBe('1.9.0');
  expect(page.steps).toEqual(['load 2.0.0 0', `fell-back 2.0.0 ${cause} 100`, 'load 1.9.0 0']);
});

it.each([
  ['there is no newer one', undefined],
  ['the newest is the one that failed', live],
])('gives up when all versions failed and %s', async (_, newest) => {
  const last = failure('entry');
  const page = start([live], { '2.0.0': [failure('init'), last] }, newest);
  await expect(page.load.current()).rejects.toBe(last);
  expect(page.steps).toEqual([
    'load 2.0.0 0',
    'retried 2.0.0 init 100',
    'load 2.0.0 1',
    'ask for the newest',
    'gave-up 2.0.0 entry 210',
  ]);
});

it('tries no other version after thirty seconds', async () => {
  const page = start([live, previous], { '2.0.0': [failure('timeout')] });
  page.clock.now += 30_000;
  await expect(page.load.current()).rejects.toThrow('It failed: timeout');
  expect(page.steps).toEqual(['load 2.0.0 0', 'gave-up 2.0.0 timeout 100']);
});

it('does not retry a version that this page has requested before', async () => {
  const page = start([live, previous], { '2.0.0': [failure('entry'), failure('entry'), failure('entry')] });
  await page.load.current();
  page.steps.length = 0;
  await page.load.restart();
  expect(page.steps.slice(0, 3)).toEqual([
    'discard 1.9.0',
    'load 2.0.0 2',
    expect.stringContaining('fell-back 2.0.0 entry'),
  ]);
});

describe('a screen that throws', () => {
  const broken = new Error('Cannot read properties of undefined');

  it('keeps its module for the other screens when no version is left, and reports nothing more', async () => {
    const page = start([live, previous], { '1.9.0': [failure('shape')] });
    await page.load.current();
    expect(page.load.onError(broken)).toBe(page.load.current());
    expect(await page.load.current()).toMatchObject({ version: live, isLast: true });
    page.load.onShown();
    expect(page.load.onError(broken)).toBeUndefined();
    expect(page.steps).toEqual([
      'load 2.0.0 0',
      'fell-back 2.0.0 render 100',
      'load 1.9.0 0',
      'ask for the newest',
      'gave-up 1.9.0 shape 110',
    ]);
  });

  it.each([
    ['render', broken],
    ['chunk', lostChunk],
  ])('after it was shown is a crash with the cause "%s", without a fallback', async (cause, error) => {
    const page = start([live, previous]);
    await page.load.current();
    page.load.onShown();
    expect(page.load.onError(error)).toBeUndefined();
    expect(await versionOf(page)).toBe('2.0.0');
    expect(page.steps.at(-1)).toBe(`crashed 2.0.0 ${cause} 100`);
  });
});

it('leaves no rejection unhandled when no slot waits', async () => {
  start([live], { '2.0.0': [failure('shape')] });
  // An unhandled rejection fails the test in the next turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve));
});
