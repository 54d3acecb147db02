import { http, HttpResponse } from 'msw';
import { server } from '../testing/server';

const FOLDER = '/releases/maps/1.0.0';
const ENTRY = { url: `${FOLDER}/remoteEntry.js`, integrity: `sha384-${'E'.repeat(64)}` };
const CHUNK = { url: `${FOLDER}/chunk.js`, integrity: `sha384-${'C'.repeat(64)}` };

const PROBE = 'data:text/javascript,export%20{}';

/** What a browser does with an import; Jest makes each one a `require`, which these mocks answer. */
const browserWith = ({ keepsPins, entry }: { keepsPins: boolean; entry: () => object }) => {
  const asked = jest.fn(entry);
  const refuse = () => {
    throw new TypeError(`Failed to fetch dynamically imported module: ${PROBE}`);
  };
  jest.doMock(PROBE, keepsPins ? refuse : () => ({}), { virtual: true });
  jest.doMock(ENTRY.url, asked, { virtual: true });
  return asked;
};

const importEntry = async (entry = ENTRY) =>
  (await import('./entry-module')).importEntry(entry, [CHUNK], 'abc');

const maps = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[type=importmap]')];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  jest.resetModules();
  document.head.replaceChildren();
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

it('says what every module must be before it imports the first, under the nonce of the page', async () => {
  const pinned = jest.fn();
  browserWith({
    keepsPins: true,
    entry: () => {
      pinned(maps().map(({ nonce, textContent }) => [nonce, JSON.parse(textContent)]));
      return { get: () => undefined };
    },
  });
  expect(await importEntry()).toMatchObject({ get: expect.any(Function) });
  expect(pinned.mock.lastCall?.[0]).toContainEqual([
    'abc',
    { integrity: { [ENTRY.url]: ENTRY.integrity, [CHUNK.url]: CHUNK.integrity } },
  ]);
});

it('imports nothing in a browser that would run a module with a wrong integrity', async () => {
  const asked = browserWith({ keepsPins: false, entry: () => ({}) });
  await expect(importEntry()).rejects.toMatchObject({
    why: 'integrity',
    message: 'This browser cannot check the integrity of modules.',
  });
  expect(asked).not.toHaveBeenCalled();
});

it('imports a developer’s own entry, which has no integrity, in any browser', async () => {
  browserWith({ keepsPins: false, entry: () => ({ get: () => undefined }) });
  expect(await importEntry({ ...ENTRY, integrity: '' })).toMatchObject({ get: expect.any(Function) });
  expect(maps()).toEqual([]);
});

it.each([
  ['entry', () => HttpResponse.error()],
  ['integrity', () => HttpResponse.text('tampered with')],
])('tells by a second look that it failed by "%s"', async (why, reply) => {
  server.use(http.get(ENTRY.url, reply));
  browserWith({
    keepsPins: true,
    entry: () => {
      throw new TypeError(`Failed to fetch dynamically imported module: ${ENTRY.url}`);
    },
  });
  await expect(importEntry()).rejects.toMatchObject({ why });
});

it('passes on what an entry throws', async () => {
  browserWith({
    keepsPins: true,
    entry: () => {
      throw new Error('broken build');
    },
  });
  await expect(importEntry()).rejects.toThrow('broken build');
});
