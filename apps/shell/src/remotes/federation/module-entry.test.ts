import bcd, { type Identifier } from '@mdn/browser-compat-data';
import { http, HttpResponse } from 'msw';
import { server } from '../../testing/server';
import type { ModuleFiles } from './module-entry';

const FOLDER = '/releases/maps/1.0.0';
const ENTRY = { url: `${FOLDER}/remoteEntry.js`, integrity: `sha384-${'E'.repeat(64)}` };
const CHUNK = { url: `${FOLDER}/chunk.js`, integrity: `sha384-${'C'.repeat(64)}` };

const integrityOf = (...files: { url: string; integrity: string }[]) => ({
  integrity: Object.fromEntries(files.map(({ url, integrity }) => [url, integrity])),
});

/** What `CSS.supports` says of engines that check the integrity of import maps, or of preloaded modules. */
const MAPS = 'selector(::details-content)';
const CHROMIUM = '-webkit-app-region: drag';
const GECKO = '-moz-orient: inline';

interface Browser {
  supports: string[];
  entry?: () => object;
  /** The URL of a file that doesn't arrive, or isn't the published one. */
  brokenUrl?: string;
}

let observer: MutationObserver;

/** Mocks a browser's imports: Jest turns each `import()` into a `require`. */
const browser = ({ supports, brokenUrl = '-', entry = () => ({ get: () => undefined }) }: Browser) => {
  Object.assign(globalThis, { CSS: { supports: (condition: string) => supports.includes(condition) } });
  const imported = jest.fn(entry);
  jest.doMock(ENTRY.url, imported, { virtual: true });
  observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLLinkElement) {
        preloaded.push(`${node.rel} ${node.nonce} ${new URL(node.href).pathname}`);
        node.dispatchEvent(new Event(node.href.endsWith(brokenUrl) ? 'error' : 'load'));
      }
  });
  observer.observe(document.head, { childList: true });
  return imported;
};

/** The preloaded modules. */
const preloaded: string[] = [];
const preloadsOf = (...files: { url: string }[]) => files.map(({ url }) => `modulepreload abc ${url}`);

/** Gives the page an import map of these modules. */
const pageWith = (...files: { url: string; integrity: string }[]) => {
  const map = document.createElement('script');
  Object.assign(map, { type: 'importmap', textContent: JSON.stringify(integrityOf(...files)) });
  document.head.append(map);
};

const FILES: ModuleFiles = { entry: ENTRY, preload: [], modules: [CHUNK] };

const importEntry = async (files: Partial<ModuleFiles> = {}) =>
  (await import('./module-entry')).importModule({ ...FILES, ...files }, 'abc');

beforeEach(() => {
  jest.resetModules();
  document.head.replaceChildren();
  preloaded.length = 0;
});
afterEach(() => {
  observer.disconnect();
});

it('imports modules listed in the page’s import map, and preloads what the start needs', async () => {
  pageWith(ENTRY, CHUNK);
  browser({ supports: [MAPS] });
  expect(await importEntry()).toMatchObject({ get: expect.any(Function) });
  expect(preloaded).toEqual(preloadsOf(ENTRY));
  await importEntry({ preload: [CHUNK] });
  expect(preloaded.slice(1)).toEqual(preloadsOf(ENTRY, CHUNK));
});

describe('an engine is known to check integrity', () => {
  const ENGINES = ['chrome', 'edge', 'firefox', 'safari', 'safari_ios'] as const;

  /** The version in which an engine added a feature. */
  const since = (feature: Identifier | undefined, engine: (typeof ENGINES)[number]): number => {
    const [first] = [feature?.__compat?.support[engine] ?? []].flat();
    return Number.parseFloat(String(first?.version_added || Infinity).replace('≤', ''));
  };

  test.each(ENGINES)('%s checks the integrity of import maps if it supports ::details-content', (engine) => {
    const checks = since(bcd.html.elements?.['script']?.['type']?.['importmap']?.['integrity'], engine);
    expect(checks).toBeGreaterThan(0);
    expect(since(bcd.css.selectors?.['details-content'], engine)).toBeGreaterThanOrEqual(checks);
  });

  test.each([
    ['-webkit-app-region', ['chrome', 'edge']],
    ['-moz-orient', ['firefox']],
  ])('%s is supported only in %j', (property, engines) => {
    const supporting = ENGINES.filter((engine) => since(bcd.css.properties?.[property], engine) < Infinity);
    expect(supporting).toEqual(engines);
  });
});

it.each([
  ['of a version that the import map lacks', [MAPS, CHROMIUM], [CHUNK]],
  ['in Chromium, if it doesn’t check import maps', [CHROMIUM], [ENTRY, CHUNK]],
  ['in Gecko, if it doesn’t check import maps', [GECKO], [ENTRY, CHUNK]],
])('preloads all modules %s, before the first import, and removes the links', async (_, supports, pinned) => {
  pageWith(...pinned);
  const before = jest.fn();
  browser({
    supports,
    entry: () => {
      before([...preloaded]);
      return { get: () => undefined };
    },
  });
  await importEntry();
  expect(before).toHaveBeenCalledWith(preloadsOf(ENTRY, CHUNK));
  expect(document.head.querySelector('link')).toBeNull();
});

it.each([
  ['in a page with an invalid import map', [CHROMIUM], ENTRY, [ENTRY, CHUNK]],
  ['of a developer, which has no integrity, in any browser', [], { ...ENTRY, integrity: '' }, []],
])('imports an entry %s', async (_, supports, entry, files) => {
  document.head.innerHTML = '<script type="importmap">{ imports</script>';
  browser({ supports });
  expect(await importEntry({ entry })).toMatchObject({ get: expect.any(Function) });
  expect(preloaded).toEqual(preloadsOf(...files));
});

it.each([
  ['does not check import maps', [], [ENTRY, CHUNK]],
  ['checks only import maps, if the map lacks a module', [MAPS], [ENTRY]],
])('imports nothing in an engine that %s, even on a second attempt', async (_, supports, pinned) => {
  pageWith(...pinned);
  const imported = browser({ supports });
  const refusal = {
    reason: 'integrity',
    message: `This browser cannot check the integrity of ${ENTRY.url}.`,
  };
  await expect(importEntry()).rejects.toMatchObject(refusal);
  await expect(importEntry()).rejects.toMatchObject(refusal);
  expect(imported).not.toHaveBeenCalled();
});

it('imports nothing of a version if one of its modules is not the published one', async () => {
  server.use(http.get(CHUNK.url, () => HttpResponse.text('tampered with')));
  const imported = browser({ supports: [CHROMIUM], brokenUrl: CHUNK.url });
  await expect(importEntry()).rejects.toMatchObject({ reason: 'integrity' });
  expect(imported).not.toHaveBeenCalled();
});

it.each([
  ['diagnoses a failed import with a second request', ENTRY.url, { reason: 'entry' }],
  ['rethrows the error of an entry', '', new Error('broken build')],
])('%s', async (_, missing, error) => {
  server.use(http.get(ENTRY.url, () => HttpResponse.error()));
  pageWith(ENTRY, CHUNK);
  browser({
    supports: [MAPS],
    entry: () => {
      throw missing ? new TypeError(`Failed to fetch dynamically imported module: ${missing}`) : error;
    },
  });
  await expect(importEntry()).rejects.toMatchObject(error);
});
