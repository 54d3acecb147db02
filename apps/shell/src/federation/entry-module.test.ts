import { MODULE_PROBE } from '@portal/contract';
import { http, HttpResponse } from 'msw';
import { server } from '../testing/server';

const FOLDER = '/releases/maps/1.0.0';
const ENTRY = { url: `${FOLDER}/remoteEntry.js`, integrity: `sha384-${'E'.repeat(64)}` };
const CHUNK = { url: `${FOLDER}/chunk.js`, integrity: `sha384-${'C'.repeat(64)}` };
const LATE_PROBE = { ...MODULE_PROBE, url: `${MODULE_PROBE.url};` };

const integrityOf = (...files: { url: string; integrity: string }[]) => ({
  integrity: Object.fromEntries(files.map(({ url, integrity }) => [url, integrity])),
});

const lost = (url: string) => () => {
  throw new TypeError(`Failed to fetch dynamically imported module: ${url}`);
};

interface Browser {
  /** Whether it keeps the import map that the page arrived with, and the later ones. */
  keeps: { first: boolean; late: boolean };
  entry?: () => object;
}

/** What a browser does with an import; Jest makes each one a `require`, which these mocks answer. */
const browser = ({ keeps, entry = () => ({ get: () => undefined }) }: Browser) => {
  const asked = jest.fn(entry);
  const probe = (refused: boolean, url: string) =>
    jest.doMock(url, refused ? lost(url) : () => ({}), { virtual: true });
  probe(keeps.first, MODULE_PROBE.url);
  probe(keeps.late, LATE_PROBE.url);
  jest.doMock(ENTRY.url, asked, { virtual: true });
  return asked;
};

const MODERN = { first: true, late: true };
const ONE_MAP_ONLY = { first: true, late: false };
const OLD = { first: false, late: false };

/** The page arrives with an import map of these modules. */
const pageWith = (...files: { url: string; integrity: string }[]) => {
  const map = document.createElement('script');
  Object.assign(map, { type: 'importmap', textContent: JSON.stringify(integrityOf(...files, MODULE_PROBE)) });
  document.head.append(map);
};

const importEntry = async (entry = ENTRY) =>
  (await import('./entry-module')).importEntry(entry, [CHUNK], 'abc');

/** They hold from when they are in the page, and do not stay there. */
const lateMaps = () => {
  expect(document.body.querySelector('script')).toBeNull();
  return jest
    .mocked(document.body.append)
    .mock.calls.flat()
    .filter((map) => map instanceof HTMLScriptElement)
    .map(({ nonce, textContent }): unknown => [nonce, JSON.parse(textContent)]);
};

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  jest.resetModules();
  document.head.replaceChildren();
  document.body.replaceChildren();
  jest.spyOn(document.body, 'append');
});
afterEach(() => {
  jest.restoreAllMocks();
  server.resetHandlers();
});
afterAll(() => server.close());

it.each([
  ['any number of import maps', MODERN],
  ['the page’s import map only', ONE_MAP_ONLY],
])('imports what the page’s map names, in a browser that keeps %s', async (_, keeps) => {
  pageWith(ENTRY, CHUNK);
  browser({ keeps });
  expect(await importEntry()).toMatchObject({ get: expect.any(Function) });
  expect(lateMaps()).toEqual([]);
});

it('says what else every module must be before it imports the first, under the nonce of the page', async () => {
  pageWith(CHUNK);
  const pinned = jest.fn();
  browser({
    keeps: MODERN,
    entry: () => {
      pinned(lateMaps());
      return { get: () => undefined };
    },
  });
  await importEntry();
  expect(pinned).toHaveBeenCalledWith([['abc', integrityOf(ENTRY, LATE_PROBE)]]);
});

it.each([
  ['the page’s map is not kept', OLD, [ENTRY, CHUNK]],
  ['there is no map, and later ones are not kept', ONE_MAP_ONLY, []],
  ['a module is not in the page’s map, and later ones are not kept', ONE_MAP_ONLY, [ENTRY]],
])('imports nothing where %s, even when it is asked again', async (_, keeps, known) => {
  pageWith(...known);
  const asked = browser({ keeps });
  const refusal = {
    why: 'integrity',
    message: `This browser cannot check the integrity of ${ENTRY.url}.`,
  };
  await expect(importEntry()).rejects.toMatchObject(refusal);
  await expect(importEntry()).rejects.toMatchObject(refusal);
  expect(asked).not.toHaveBeenCalled();
});

it('imports a developer’s own entry, which has no integrity, in any browser', async () => {
  browser({ keeps: OLD });
  expect(await importEntry({ ...ENTRY, integrity: '' })).toMatchObject({ get: expect.any(Function) });
  expect(lateMaps()).toEqual([]);
});

it.each([
  ['entry', () => HttpResponse.error()],
  ['integrity', () => HttpResponse.text('tampered with')],
])('tells by a second look that it failed by "%s"', async (why, reply) => {
  server.use(http.get(ENTRY.url, reply));
  browser({ keeps: MODERN, entry: lost(ENTRY.url) });
  await expect(importEntry()).rejects.toMatchObject({ why });
});

it('passes on what an entry throws', async () => {
  browser({
    keeps: MODERN,
    entry: () => {
      throw new Error('broken build');
    },
  });
  await expect(importEntry()).rejects.toThrow('broken build');
});
