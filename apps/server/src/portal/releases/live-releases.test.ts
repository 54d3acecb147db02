import { remoteRelease } from '../../testing/releases';
import { liveReleases } from './live-releases';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A database with one remote, which a test promotes. */
const start = () => {
  let state = { revision: 1, releases: [remoteRelease('orders')] };
  const readRevision = jest.fn(async () => state.revision);
  const read = jest.fn(async () => state);
  const releases = liveReleases({ readRevision, read, onLook: () => {}, now: () => performance.now() });
  return {
    readRevision,
    read,
    promote: (live: string) => {
      state = { revision: state.revision + 1, releases: [remoteRelease('orders', { live })] };
    },
    hang: () => readRevision.mockImplementation(() => new Promise(() => {})),
    live: async () => (await releases()).releases[0]?.live,
    problems: async () => (await releases()).problems.map(({ name, problem }) => `${name}: ${problem}`),
  };
};

const second = (seconds = 1) => jest.advanceTimersByTimeAsync(seconds * 1000);

const SILENT = 'releases: The database does not answer: the portal serves the releases that it knows.';

test('shows a promotion after a second, and looks no sooner', async () => {
  const { promote, live } = start();
  expect(await live()).toBe('1.0.0');
  promote('1.1.0');
  await second(0.999);
  expect(await live()).toBe('1.0.0');
  await second(0.001);
  expect(await live()).toBe('1.1.0');
});

test('looks once for concurrent requests, and reads the releases only after a change', async () => {
  const { readRevision, read, promote, live } = start();
  await Promise.all([live(), live(), live()]);
  await second();
  await live();
  expect(readRevision).toHaveBeenCalledTimes(2);
  expect(read).toHaveBeenCalledTimes(1);
  promote('1.1.0');
  await second();
  await live();
  expect(read).toHaveBeenCalledTimes(2);
});

test('serves the last releases while the database fails, without exposing its error', async () => {
  const { readRevision, promote, live, problems } = start();
  await live();
  promote('1.1.0');
  readRevision.mockRejectedValueOnce(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
  await second();
  expect(await live()).toBe('1.0.0');
  expect(await problems()).toEqual([SILENT]);
  await second();
  await live();
  await second();
  expect(await live()).toBe('1.1.0');
  expect(await problems()).toEqual([]);
});

describe('a database that hangs', () => {
  test('delays the first request by a second, later ones not at all, and is asked once', async () => {
    const { readRevision, hang, live, problems } = start();
    await live();
    hang();
    readRevision.mockClear();
    await second();
    const waiting = live();
    await second();
    expect(await waiting).toBe('1.0.0');
    await second(60);
    expect(await live()).toBe('1.0.0');
    expect(await problems()).toEqual([SILENT]);
    expect(readRevision).toHaveBeenCalledTimes(1);
  });

  test('delays requests by five seconds at most when it hangs from the start', async () => {
    const { hang, live, problems } = start();
    hang();
    const waiting = live();
    await second(5);
    expect(await waiting).toBeUndefined();
    expect(await problems()).toEqual([SILENT]);
  });
});
