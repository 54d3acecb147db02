import { watchStart } from './start-clock';

const FOLDER = '/releases/orders/1.0.0';
const ENTRY = `${FOLDER}/remoteEntry.js`;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  document.head.replaceChildren();
});

const start = (starting: Promise<unknown> = new Promise(() => undefined)) => {
  const onStuck = jest.fn();
  watchStart(ENTRY, starting, onStuck);
  return {
    /** Advances the clock, and returns whether the remote has been reported as stuck. */
    isStuckAfter: async (seconds: number): Promise<boolean> => {
      await jest.advanceTimersByTimeAsync(seconds * 1000);
      return onStuck.mock.calls.length > 0;
    },
  };
};

const add = (element: 'script' | 'link', attributes: object) => {
  const file = Object.assign(document.createElement(element), attributes);
  document.head.append(file);
  return file;
};

it('reports a remote as stuck after four seconds without a pending file', async () => {
  const { isStuckAfter } = start();
  expect(await isStuckAfter(3.9)).toBe(false);
  expect(await isStuckAfter(0.1)).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

it.each([
  ['starts', Promise.resolve()],
  ['throws', Promise.reject(new Error('broken'))],
])('stops watching a remote that %s', async (_, starting) => {
  expect(await start(starting).isStuckAfter(10)).toBe(false);
  expect(jest.getTimerCount()).toBe(0);
});

it.each<[string, 'script' | 'link', object]>([
  ['a chunk', 'script', { src: `${FOLDER}/247.js` }],
  ['a stylesheet', 'link', { rel: 'stylesheet', href: `${FOLDER}/247.css` }],
])('does not report a remote waiting for %s, even on a slow network', async (_, element, attributes) => {
  const file = add(element, attributes);
  const { isStuckAfter } = start();
  expect(await isStuckAfter(15)).toBe(false);
  file.remove();
  expect(await isStuckAfter(3)).toBe(false);
  expect(await isStuckAfter(1)).toBe(true);
});

it.each<[string, 'script' | 'link', object]>([
  ['of another version', 'script', { src: '/releases/orders/1.0.01/247.js' }],
  ['that is only preloaded', 'link', { rel: 'preload', href: `${FOLDER}/247.js` }],
])('does not count a file %s as pending', async (_, element, attributes) => {
  add(element, attributes);
  expect(await start().isStuckAfter(4)).toBe(true);
});

it('does not count a loaded stylesheet as pending', async () => {
  const style = add('link', { rel: 'stylesheet', href: `${FOLDER}/247.css` });
  Object.defineProperty(style, 'sheet', { value: {} });
  expect(await start().isStuckAfter(4)).toBe(true);
});
