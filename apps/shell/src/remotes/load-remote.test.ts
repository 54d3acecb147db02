import type { LoadCause, RemoteVersion, RemoteModule } from '@portal/contract';
import { LoadFailure } from './federation/load-failure';
import { inVersion, orders } from '../testing/registry';
import { createRemoteLoad, type LoadDeps, type LoadState } from './load-remote';

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

/** Waits until a version is loaded, or none works. */
const settled = ({ load: { state } }: ReturnType<typeof start>): Promise<LoadState> =>
  new Promise((resolve) => {
    const check = () => {
      if (state.get().status !== 'loading') resolve(state.get());
    };
    state.subscribe(check);
    check();
  });

const loaded = (version: RemoteVersion) => ({ status: 'loaded', remote: { version } });

it('reports a shown version once, with the time since the first request', async () => {
  const page = start([live]);
  await settled(page);
  page.clock.now += 50;
  page.load.onShown();
  page.load.onShown();
  expect(page.load.state.get().status).toBe('shown');
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
  expect(await settled(page)).toMatchObject(loaded(live));
  expect(page.steps).toEqual(['load 2.0.0 0', `retried 2.0.0 ${cause} 100`, 'load 2.0.0 1']);
});

it.each(['timeout', 'shape'] as const)('does not retry after the failure "%s"', async (cause) => {
  const page = start([live, previous], { '2.0.0': [failure(cause)] });
  expect(await settled(page)).toMatchObject(loaded(previous));
  expect(page.steps).toEqual(['load 2.0.0 0', `fell-back 2.0.0 ${cause} 100`, 'load 1.9.0 0']);
});

it.each([
  ['there is no newer one', undefined],
  ['the newest is the one that failed', live],
])('gives up when all versions failed and %s', async (_, newest) => {
  const page = start([live], { '2.0.0': [failure('init'), failure('entry')] }, newest);
  expect(await settled(page)).toEqual({ status: 'failed' });
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
  expect(await settled(page)).toEqual({ status: 'failed' });
  expect(page.steps).toEqual(['load 2.0.0 0', 'gave-up 2.0.0 timeout 100']);
});

it('does not retry a version that this page has requested before', async () => {
  const page = start([live, previous], { '2.0.0': [failure('entry'), failure('entry'), failure('entry')] });
  await settled(page);
  page.steps.length = 0;
  page.load.restart();
  await settled(page);
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
    await settled(page);
    page.load.onError(broken);
    const kept = { status: 'broken', remote: { version: live } };
    expect(await settled(page)).toMatchObject(kept);
    page.load.onShown();
    page.load.onError(broken);
    expect(page.load.state.get()).toMatchObject(kept);
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
    await settled(page);
    page.load.onShown();
    page.load.onError(error);
    expect(page.load.state.get()).toMatchObject({ status: 'shown', remote: { version: live } });
    expect(page.steps.at(-1)).toBe(`crashed 2.0.0 ${cause} 100`);
  });
});
