import { startInTime } from './start-clock';

const FOLDER = '/releases/orders/1.0.0';
const ENTRY = `${FOLDER}/remoteEntry.js`;

const never = new Promise<never>(() => undefined);

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  document.head.replaceChildren();
});

/** Starts a remote, and says after each second how it ended. */
const start = (starting: Promise<unknown> = never, entry = ENTRY) => {
  const ended = jest.fn();
  startInTime(entry, starting).then(ended, ended);
  return {
    after: async (seconds: number): Promise<unknown> => {
      await jest.advanceTimersByTimeAsync(seconds * 1000);
      return ended.mock.lastCall?.[0];
    },
  };
};

const add = (element: 'script' | 'link', attributes: object) => {
  const file = Object.assign(document.createElement(element), attributes);
  document.head.append(file);
  return file;
};

it('gives what the remote becomes, or throws, and leaves no timer', async () => {
  await expect(startInTime(ENTRY, Promise.resolve('module'))).resolves.toBe('module');
  await expect(startInTime(ENTRY, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(jest.getTimerCount()).toBe(0);
});

it('a remote that waits for nothing is stuck after five seconds', async () => {
  const { after } = start();
  expect(await after(4.9)).toBeUndefined();
  expect(await after(0.1)).toMatchObject({ reason: 'stuck', message: `${ENTRY} does not start.` });
  expect(jest.getTimerCount()).toBe(0);
});

it.each<[string, 'script' | 'link', object]>([
  ['a chunk', 'script', { src: `${FOLDER}/247.js` }],
  ['a style', 'link', { rel: 'stylesheet', href: `${FOLDER}/247.css` }],
])('a remote that waits for %s is not stuck, however slow the network is', async (_, element, attributes) => {
  const file = add(element, attributes);
  const { after } = start();
  expect(await after(15)).toBeUndefined();
  file.remove();
  expect(await after(4)).toBeUndefined();
  expect(await after(1)).toMatchObject({ reason: 'stuck' });
});

it('takes 20 seconds at most', async () => {
  add('script', { src: `${FOLDER}/247.js` });
  expect(await start().after(20)).toMatchObject({ reason: 'timeout' });
});

it.each<[string, 'script' | 'link', object]>([
  ['of another version', 'script', { src: '/releases/orders/1.0.01/247.js' }],
  ['that the page names ahead', 'link', { rel: 'preload', href: `${FOLDER}/247.js` }],
  ['that has arrived', 'link', { rel: 'stylesheet', href: `${FOLDER}/247.css`, sheet: {} }],
])('does not wait for a file %s', async (_, element, { ...attributes }) => {
  const { sheet, ...rest } = { sheet: undefined, ...attributes };
  const file = add(element, rest);
  if (sheet) Object.defineProperty(file, 'sheet', { value: sheet });
  expect(await start().after(5)).toMatchObject({ reason: 'stuck' });
});
