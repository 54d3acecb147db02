import { remoteRelease } from '../../testing/releases';
import { liveReleases } from './live-releases';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A database with one remote, which a test promotes. */
const start = () => {
  let state = { revision: 1, releases: [remoteRelease('orders')], problems: [] };
  const read = jest.fn(async (known?: number) => (known === state.revision ? undefined : state));
  const releases = liveReleases({ read, onLook: () => {}, now: () => performance.now() });
  return {
    read,
    promote: (live: string) => {
      state = { ...state, revision: state.revision + 1, releases: [remoteRelease('orders', { live })] };
    },
    hang: () => read.mockImplementation(() => new Promise(() => {})),
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

test('looks once for concurrent requests, and keeps the releases until they change', async () => {
  const { read, live } = start();
  await Promise.all([live(), live(), live()]);
  await second();
  expect(await live()).toBe('1.0.0');
  expect(read.mock.calls).toEqual([[undefined], [1]]);
});

test('serves the last releases while the database fails, without exposing its error', async () => {
  const { read, promote, live, problems } = start();
  await live();
  promote('1.1.0');
  read.mockRejectedValueOnce(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
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
    const { read, hang, live, problems } = start();
    await live();
    hang();
    read.mockClear();
    await second();
    const waiting = live();
    await second();
    expect(await waiting).toBe('1.0.0');
    await second(60);
    expect(await live()).toBe('1.0.0');
    expect(await problems()).toEqual([SILENT]);
    expect(read).toHaveBeenCalledTimes(1);
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
