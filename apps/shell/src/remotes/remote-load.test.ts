import type { LoadCause, MicroFrontend, RemoteModule } from '@portal/contract';
import { LoadFailure } from '../federation/load-failure';
import { inVersion, orders } from '../testing/registry';
import { createRemoteLoad, type LoaderDeps, type LoadState } from './remote-load';

const MODULE: RemoteModule = { routes: [{ path: '/', title: 'Orders', Component: () => null }] };

const live = inVersion(orders, '2.0.0');
const previous = inVersion(orders, '1.9.0');
const newer = inVersion(orders, '2.1.0');

const failure = (cause: LoadCause) => new LoadFailure(cause, `It failed: ${cause}`);
const lostChunk = Object.assign(new Error('Loading chunk 5 failed.'), { name: 'ChunkLoadError' });

/** Starts a load in which each attempt takes 100 ms. `outcomes` lists the errors per version; then it succeeds. */
const start = (
  versions: MicroFrontend[],
  outcomes: Record<string, Error[]> = {},
  newest: MicroFrontend | undefined = undefined,
) => {
  const clock = { now: 1000 };
  const steps: string[] = [];
  const attempts = new Map<string, number>();

  const deps: LoaderDeps = {
    now: () => clock.now,
    nextAttempt: ({ url }) => {
      const attempt = attempts.get(url) ?? 0;
      attempts.set(url, attempt + 1);
      return attempt;
    },
    inOrder: (versions) => versions,
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
  load.start(versions);
  return { clock, steps, deps, load };
};

/** Waits for the state after "loading". */
const settled = async ({ load }: Pick<ReturnType<typeof start>, 'load'>): Promise<LoadState> => {
  while (load.state().status === 'loading') await Promise.resolve();
  return load.state();
};

const versionOf = async (page: ReturnType<typeof start>) => {
  const state = await settled(page);
  return 'remote' in state ? state.remote?.version.metadata.version : undefined;
};

it('loads the version that the registry resolved, and nothing else', async () => {
  const page = start([live, previous]);
  expect(page.load.state()).toEqual({ status: 'loading' });
  expect(await versionOf(page)).toBe('2.0.0');
  expect(page.load.state()).toMatchObject({ status: 'loaded', remote: { module: MODULE } });
  expect(page.steps).toEqual(['load 2.0.0 0']);
});

it('reports a shown version once, with the time since the first request', async () => {
  const page = start([live]);
  await settled(page);
  page.clock.now += 50;
  page.load.onCommit();
  page.load.onCommit();
  expect(page.load.state().status).toBe('shown');
  expect(page.steps).toEqual(['load 2.0.0 0', 'shown 2.0.0 150']);
});

it.each(['entry', 'chunk', 'style', 'integrity', 'init'] as const)(
  'retries at once after the failure "%s"',
  async (cause) => {
    const page = start([live, previous], { '2.0.0': [failure(cause)] });
    expect(await versionOf(page)).toBe('2.0.0');
    expect(page.steps).toEqual(['load 2.0.0 0', `retried 2.0.0 ${cause} 100`, 'load 2.0.0 1']);
  },
);

it.each(['timeout', 'shape'] as const)('does not retry after the failure "%s"', async (cause) => {
  const page = start([live, previous], { '2.0.0': [failure(cause)] });
  expect(await versionOf(page)).toBe('1.9.0');
  expect(page.steps).toEqual(['load 2.0.0 0', `fell-back 2.0.0 ${cause} 100`, 'load 1.9.0 0']);
});

it('treats an unknown error as a failed start', async () => {
  const page = start([live], { '2.0.0': [new Error('What is this?')] });
  await settled(page);
  expect(page.steps).toContain('retried 2.0.0 init 100');
});

it('falls back to the previous version, and tries it twice, too', async () => {
  const page = start([live, previous], {
    '2.0.0': [failure('entry'), failure('integrity')],
    '1.9.0': [failure('chunk')],
  });
  expect(await versionOf(page)).toBe('1.9.0');
  expect(page.steps).toEqual([
    'load 2.0.0 0',
    'retried 2.0.0 entry 100',
    'load 2.0.0 1',
    'fell-back 2.0.0 integrity 200',
    'load 1.9.0 0',
    'retried 1.9.0 chunk 100',
    'load 1.9.0 1',
  ]);
});

it('requests a newer version when all known versions are gone', async () => {
  const gone = [failure('entry'), failure('entry')];
  const page = start([live, previous], { '2.0.0': [...gone], '1.9.0': [...gone] }, newer);
  expect(await versionOf(page)).toBe('2.1.0');
  expect(page.steps.slice(-3)).toEqual(['ask for the newest', 'fell-back 1.9.0 entry 210', 'load 2.1.0 0']);
});

it.each([
  ['there is no newer one', undefined],
  ['the newest is the one that failed', live],
])('gives up when all versions failed and %s', async (_, newest) => {
  const last = failure('entry');
  const page = start([live], { '2.0.0': [failure('init'), last] }, newest);
  expect(await settled(page)).toEqual({ status: 'failed', error: last });
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
  expect(await settled(page)).toMatchObject({ status: 'failed', error: { message: 'It failed: timeout' } });
  expect(page.steps).toEqual(['load 2.0.0 0', 'gave-up 2.0.0 timeout 100']);
});

it('does not retry a version that this page has requested before', async () => {
  const gone = [failure('entry'), failure('entry'), failure('entry')];
  const first = start([live, previous], { '2.0.0': gone });
  await settled(first);
  first.steps.length = 0;
  const second = createRemoteLoad(first.deps);
  second.start([live, previous]);
  await settled({ load: second });
  expect(first.steps.slice(0, 2)).toEqual(['load 2.0.0 2', expect.stringContaining('fell-back 2.0.0 entry')]);
});

describe('a screen that throws', () => {
  it('on its first render falls back to the previous version', async () => {
    const page = start([live, previous]);
    await settled(page);
    page.load.onError(new Error('Cannot read properties of undefined'));
    expect(page.load.state().status).toBe('loading');
    expect(await versionOf(page)).toBe('1.9.0');
    page.load.onCommit();
    expect(page.steps).toEqual([
      'load 2.0.0 0',
      'fell-back 2.0.0 render 100',
      'load 1.9.0 0',
      'discard 2.0.0',
      'shown 1.9.0 100',
    ]);
  });

  it('fails when no version is left, and keeps its module for the other screens', async () => {
    const page = start([live, previous], { '1.9.0': [failure('shape')] });
    await settled(page);
    page.load.onError(new Error('Cannot read properties of undefined'));
    expect(await versionOf(page)).toBe('2.0.0');
    expect(page.load.state().status).toBe('failed');
    page.load.onCommit();
    page.load.onError(new Error('Cannot read properties of undefined'));
    expect(page.steps).toEqual([
      'load 2.0.0 0',
      'fell-back 2.0.0 render 100',
      'load 1.9.0 0',
      'ask for the newest',
      'gave-up 1.9.0 shape 110',
    ]);
  });

  it('because of a lost chunk has the cause "chunk"', async () => {
    const page = start([live, previous]);
    await settled(page);
    page.load.onError(lostChunk);
    await settled(page);
    expect(page.steps).toContain('fell-back 2.0.0 chunk 100');
  });

  it.each([
    ['render', new Error('Cannot read properties of undefined')],
    ['chunk', lostChunk],
  ])('after it was shown is a crash with the cause "%s", without a fallback', async (cause, error) => {
    const page = start([live, previous]);
    await settled(page);
    page.load.onCommit();
    page.load.onError(error);
    expect(page.load.state().status).toBe('shown');
    expect(await versionOf(page)).toBe('2.0.0');
    expect(page.steps.at(-1)).toBe(`crashed 2.0.0 ${cause} 100`);
  });

  it('after the load failed changes nothing', async () => {
    const page = start([live], { '2.0.0': [failure('shape')] });
    await settled(page);
    page.load.onError(new Error('Cannot read properties of undefined'));
    expect(page.load.state().status).toBe('failed');
    expect(page.steps.filter((step) => step.startsWith('gave-up'))).toHaveLength(1);
  });
});

it('leaves no rejection unhandled', async () => {
  const failed = start([live], { '2.0.0': [failure('shape')] });
  const thrown = start([live]);
  await settled(thrown);
  thrown.load.onError(new Error('A screen that throws'));
  expect((await settled(failed)).status).toBe('failed');
  expect((await settled(thrown)).status).toBe('failed');
  // An unhandled rejection fails the test in the next turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve));
});

it('notifies its subscribers of every new state, until they unsubscribe', async () => {
  const { deps } = start([]);
  const load = createRemoteLoad(deps);
  const states: string[] = [];
  const unsubscribe = load.subscribe(() => void states.push(load.state().status));
  load.start([live]);
  load.start([previous]);
  await settled({ load });
  load.onCommit();
  load.restart([previous]);
  await settled({ load });
  unsubscribe();
  load.onCommit();
  expect(states).toEqual(['loading', 'loaded', 'shown', 'loading', 'loaded']);
});
