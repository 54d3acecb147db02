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
    /** Whether it is stuck after so many seconds more. */
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

it('a remote that waits for nothing is stuck after four seconds', async () => {
  const { isStuckAfter } = start();
  expect(await isStuckAfter(3.9)).toBe(false);
  expect(await isStuckAfter(0.1)).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

it.each([
  ['starts', Promise.resolve()],
  ['throws', Promise.reject(new Error('broken'))],
])('a remote that %s is not watched any more', async (_, starting) => {
  expect(await start(starting).isStuckAfter(10)).toBe(false);
  expect(jest.getTimerCount()).toBe(0);
});

it.each<[string, 'script' | 'link', object]>([
  ['a chunk', 'script', { src: `${FOLDER}/247.js` }],
  ['a style', 'link', { rel: 'stylesheet', href: `${FOLDER}/247.css` }],
])('a remote that waits for %s is not stuck, however slow the network is', async (_, element, attributes) => {
  const file = add(element, attributes);
  const { isStuckAfter } = start();
  expect(await isStuckAfter(15)).toBe(false);
  file.remove();
  expect(await isStuckAfter(3)).toBe(false);
  expect(await isStuckAfter(1)).toBe(true);
});

it.each<[string, 'script' | 'link', object]>([
  ['of another version', 'script', { src: '/releases/orders/1.0.01/247.js' }],
  ['that the page names ahead', 'link', { rel: 'preload', href: `${FOLDER}/247.js` }],
])('a remote does not wait for a file %s', async (_, element, attributes) => {
  add(element, attributes);
  expect(await start().isStuckAfter(4)).toBe(true);
});

it('a remote does not wait for a style that has arrived', async () => {
  const style = add('link', { rel: 'stylesheet', href: `${FOLDER}/247.css` });
  Object.defineProperty(style, 'sheet', { value: {} });
  expect(await start().isStuckAfter(4)).toBe(true);
});
