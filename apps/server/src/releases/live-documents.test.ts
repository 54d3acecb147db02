import { randomUUID } from 'node:crypto';
import { openReleases, ReleaseError, type Health, type ReleaseStore } from '@portal/releases';
import type { ReleaseDocument } from '@portal/contract';
import * as v from 'valibot';
import { remoteRelease, shellRelease } from '../testing/releases';
import { liveDocuments } from './live-documents';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const SINCE = '2026-03-05T12:00:00.000Z';
const unsigned = () => Promise.reject(new ReleaseError('orders/release.json is not signed.'));
const never = () => new Promise<never>(() => {});

/** A store with documents that the test changes. */
const start = () => {
  const kept = new Map<string, () => Promise<ReleaseDocument | undefined>>();
  const healths = new Map<string, Health>();
  const keep = (document: ReleaseDocument) => kept.set(document.name, () => Promise.resolve(document));
  const store: ReleaseStore = {
    ...openReleases(new URL('file:///no/such/releases')),
    names: async () => [...kept.keys()],
    // Every document counts as changed.
    readMarks: async () => Object.fromEntries((await store.names()).map((name) => [name, randomUUID()])),
    read: async (name) => kept.get(name)?.(),
    readReports: async ({ schema }, name) => {
      const health = healths.get(name);
      return health && v.parse(schema, health);
    },
  };
  keep(shellRelease());
  keep(remoteRelease('orders'));
  const documents = liveDocuments({ store, onRead: () => {} });
  const live = async () =>
    Object.fromEntries((await documents()).released.map(({ document }) => [document.name, document.live]));
  const problems = async () => (await documents()).problems.map(({ name, problem }) => `${name}: ${problem}`);
  return { store, kept, healths, keep, documents, live, problems };
};

const second = (seconds = 1) => jest.advanceTimersByTimeAsync(seconds * 1000);

const BOTH = { shell: '1.0.0', orders: '1.0.0' };

test('sees a promotion after a second, and reads no sooner', async () => {
  const { keep, live } = start();
  await live();
  keep(remoteRelease('orders', { revision: 2, live: '1.1.0' }));
  await second(0.999);
  expect((await live())['orders']).toBe('1.0.0');
  await second(0.001);
  expect((await live())['orders']).toBe('1.1.0');
});

test('reads once for concurrent requests', async () => {
  const { store, live } = start();
  const reads = jest.spyOn(store, 'readMarks');
  await Promise.all([live(), live(), live()]);
  expect(reads).toHaveBeenCalledTimes(1);
});

test('sees a promotion after the system clock was set back', async () => {
  const { keep, live } = start();
  await live();
  keep(remoteRelease('orders', { revision: 2, live: '1.1.0' }));
  jest.setSystemTime(Date.now() - 3_600_000);
  await second();
  expect((await live())['orders']).toBe('1.1.0');
});

describe('keeps the last good state', () => {
  test('of an unsigned document, and updates the others', async () => {
    const { kept, keep, live, problems } = start();
    await live();
    kept.set('orders', unsigned);
    keep(shellRelease({ revision: 2, live: '1.1.0' }));
    await second();
    expect(await live()).toEqual({ shell: '1.1.0', orders: '1.0.0' });
    expect(await problems()).toEqual(['orders: orders/release.json is not signed.']);
  });

  test('of a document that is reset to an older revision, until there is a newer one', async () => {
    const { keep, live, problems } = start();
    keep(remoteRelease('orders', { revision: 7, live: '1.1.0' }));
    await live();
    keep(remoteRelease('orders', { revision: 6 }));
    await second();
    expect((await live())['orders']).toBe('1.1.0');
    expect(await problems()).toEqual([expect.stringMatching(/^orders: .*has revision 6, the portal uses 7/)]);
    keep(remoteRelease('orders', { revision: 8, live: '2.0.0' }));
    await second();
    expect((await live())['orders']).toBe('2.0.0');
    expect(await problems()).toEqual([]);
  });

  test('even when the folder was gone in between', async () => {
    const { kept, keep, live } = start();
    keep(remoteRelease('orders', { revision: 7, live: '1.1.0' }));
    await live();
    kept.delete('orders');
    await second();
    await live();
    keep(remoteRelease('orders', { revision: 6 }));
    await second();
    expect((await live())['orders']).toBe('1.1.0');
  });

  test('of a document that is missing while its folder exists', async () => {
    const { kept, live, problems } = start();
    await live();
    kept.set('orders', () => Promise.resolve(undefined));
    await second();
    expect(await live()).toEqual(BOTH);
    expect(await problems()).toEqual([expect.stringContaining('orders/release.json is missing')]);
  });

  test('when nothing can be read, without exposing the storage error', async () => {
    const { store, live, problems } = start();
    await live();
    jest.spyOn(store, 'names').mockRejectedValue(new Error('connect ECONNREFUSED 10.0.0.7:9000'));
    await second();
    expect(await live()).toEqual(BOTH);
    expect(await problems()).toEqual([
      'releases: The releases cannot be read at the moment. Check RELEASES_URL.',
    ]);
  });
});

test('keeps everything when the directory was recreated without documents', async () => {
  const { kept, live, problems } = start();
  await live();
  kept.clear();
  kept.set('orders', () => Promise.resolve(undefined));
  await second();
  expect(await live()).toEqual(BOTH);
  expect(await problems()).toContainEqual(expect.stringContaining('The releases are gone'));
});

test('accepts a recreated document, although its revisions start at one', async () => {
  const { keep, live } = start();
  keep(remoteRelease('orders', { revision: 7 }));
  await live();
  const change = { at: SINCE, who: 'ann', action: 'promote' as const, versions: ['1.1.0'] };
  keep(remoteRelease('orders', { revision: 2, live: '1.1.0', history: [change] }));
  await second();
  expect((await live())['orders']).toBe('1.1.0');
});

test('a document damaged from the start does not affect the others', async () => {
  const { kept, live } = start();
  kept.set('orders', unsigned);
  expect(await live()).toEqual({ shell: '1.0.0' });
});

test('drops a remote whose folder is gone', async () => {
  const { kept, live } = start();
  await live();
  kept.delete('orders');
  await second();
  expect(await live()).toEqual({ shell: '1.0.0' });
});

describe('a store that hangs', () => {
  const timedOut = () => new Promise<never>((_, reject) => setTimeout(reject, 5000, new Error('timed out')));

  test('delays the first request by a second, later ones not at all, and is read once', async () => {
    const { store, live, problems } = start();
    await live();
    const names = jest.spyOn(store, 'names').mockImplementation(never);
    await second();
    const waiting = live();
    await second();
    expect(await waiting).toEqual(BOTH);
    await second(60);
    expect(await live()).toEqual(BOTH);
    expect(await problems()).toEqual([expect.stringContaining('do not answer')]);
    expect(names).toHaveBeenCalledTimes(1);
  });

  test('delays no request of the next reads, until one is answered in time', async () => {
    const { store, live, keep } = start();
    await live();
    const names = jest.spyOn(store, 'names').mockImplementation(timedOut);
    await second();
    const waiting = live();
    await second(6);
    expect(await waiting).toEqual(BOTH);
    expect(await live()).toEqual(BOTH);
    expect(names).toHaveBeenCalledTimes(2);
    names.mockRestore();
    keep(remoteRelease('orders', { revision: 2, live: '1.1.0' }));
    await second(6);
    await live();
    await second();
    expect((await live())['orders']).toBe('1.1.0');
  });

  test('delays requests by five seconds at most when it hangs from the start, until it answers', async () => {
    const { store, live } = start();
    const names = jest.spyOn(store, 'names').mockImplementation(timedOut);
    const waiting = live();
    await second(5);
    expect(await waiting).toEqual({});
    names.mockRestore();
    expect(await live()).toEqual(BOTH);
  });
});

describe('a canary', () => {
  const canary = { version: '1.1.0', percent: 10, since: SINCE };
  const stopped = (since = SINCE): Health => ({
    live: '1.0.0',
    canary: '1.1.0',
    canarySince: since,
    versions: {},
    stopped: { version: '1.1.0', at: SINCE, why: 'It failed' },
  });
  const isStopped = async ({ documents }: ReturnType<typeof start>) =>
    (await documents()).released.find(({ document }) => document.name === 'orders')?.document.canary === null;

  test('is stopped when its health says so, and is served again after a restart', async () => {
    const portal = start();
    portal.keep(remoteRelease('orders', { canary }));
    portal.healths.set('orders', stopped());
    expect(await isStopped(portal)).toBe(true);
    portal.keep(
      remoteRelease('orders', { revision: 2, canary: { ...canary, since: '2026-03-06T12:00:00.000Z' } }),
    );
    await second();
    expect(await isStopped(portal)).toBe(false);
  });

  test('stays stopped while its health cannot be read, and document changes still apply', async () => {
    const portal = start();
    portal.keep(remoteRelease('orders', { canary }));
    portal.healths.set('orders', stopped());
    await portal.live();
    jest
      .spyOn(portal.store, 'readReports')
      .mockRejectedValue(new ReleaseError('orders/health.json is damaged.'));
    portal.keep(remoteRelease('orders', { revision: 2, live: '1.1.0', canary }));
    await second();
    expect(await isStopped(portal)).toBe(true);
    expect((await portal.live())['orders']).toBe('1.1.0');
    expect(await portal.problems()).toEqual(['orders: orders/health.json is damaged.']);
  });
});
