import bcd, { type Identifier } from '@mdn/browser-compat-data';
import { MODULE_PROBE } from '@portal/contract';
import { http, HttpResponse } from 'msw';
import { server } from '../testing/server';
import type { ModuleFiles } from './module-entry';

const FOLDER = '/releases/maps/1.0.0';
const ENTRY = { url: `${FOLDER}/remoteEntry.js`, integrity: `sha384-${'E'.repeat(64)}` };
const CHUNK = { url: `${FOLDER}/chunk.js`, integrity: `sha384-${'C'.repeat(64)}` };

const integrityOf = (...files: { url: string; integrity: string }[]) => ({
  integrity: Object.fromEntries(files.map(({ url, integrity }) => [url, integrity])),
});

const failedImport = (url: string) => () => {
  throw new TypeError(`Failed to fetch dynamically imported module: ${url}`);
};

interface Browser {
  /** Whether the browser checks the integrity of import maps, and of preloaded modules. */
  checks: { maps: boolean; preloads: boolean };
  entry?: () => object;
  /** The `CSS.supports` conditions that identify its engine. */
  supports?: string[];
  /** The URL of a file that doesn't arrive, or isn't the published one. */
  brokenUrl?: string;
}

let observer: MutationObserver;

/** Mocks a browser's imports: Jest turns each `import()` into a `require`. */
const browser = ({ checks, supports = [], brokenUrl, entry = () => ({ get: () => undefined }) }: Browser) => {
  Object.assign(globalThis, { CSS: { supports: (condition: string) => supports.includes(condition) } });
  const imported = jest.fn(entry);
  jest.doMock(MODULE_PROBE.url, checks.maps ? failedImport(MODULE_PROBE.url) : () => ({}), { virtual: true });
  jest.doMock(ENTRY.url, imported, { virtual: true });
  const arrives = (link: HTMLLinkElement) => {
    const wrong =
      link.integrity === MODULE_PROBE.integrity ? checks.preloads : link.href.endsWith(brokenUrl ?? '-');
    return link.dispatchEvent(new Event(wrong ? 'error' : 'load'));
  };
  observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLLinkElement) {
        preloaded.push(`${node.rel} ${node.nonce} ${new URL(node.href).pathname}`);
        arrives(node);
      }
  });
  observer.observe(document.head, { childList: true });
  return imported;
};

/** The preloaded modules. */
const preloaded: string[] = [];

const MODERN = { maps: true, preloads: true };
const OLD = { maps: false, preloads: false };

/** Gives the page an import map of these modules. */
const pageWith = (...files: { url: string; integrity: string }[]) => {
  const map = document.createElement('script');
  Object.assign(map, { type: 'importmap', textContent: JSON.stringify(integrityOf(...files, MODULE_PROBE)) });
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

it('imports modules listed in the page’s import map', async () => {
  pageWith(ENTRY, CHUNK);
  browser({ checks: MODERN });
  expect(await importEntry()).toMatchObject({ get: expect.any(Function) });
  expect(preloaded).toEqual([`modulepreload abc ${ENTRY.url}`]);
});

it('preloads the entry and the files it needs to start', async () => {
  pageWith(ENTRY, CHUNK);
  browser({ checks: MODERN });
  await importEntry({ preload: [CHUNK] });
  expect(preloaded).toEqual([ENTRY, CHUNK].map(({ url }) => `modulepreload abc ${url}`));
});

// A rejected probe logs an error on the console.
it.each([
  ['Chromium', '-webkit-app-region: drag'],
  ['Gecko', '-moz-orient: inline'],
])('does not probe %s for integrity checks of preloaded modules', async (_, property) => {
  browser({ checks: OLD, supports: [property] });
  await importEntry();
  expect(preloaded).toEqual([ENTRY, CHUNK].map(({ url }) => `modulepreload abc ${url}`));
});

it('does not probe current engines for integrity checks of import maps', async () => {
  pageWith(ENTRY, CHUNK);
  browser({ checks: OLD, supports: ['selector(::details-content)'] });
  expect(await importEntry()).toMatchObject({ get: expect.any(Function) });
});

describe('an engine that is not probed', () => {
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

it('preloads all modules of a version that the import map lacks before the first import, and removes the links', async () => {
  pageWith(CHUNK);
  const before = jest.fn();
  browser({
    checks: { ...MODERN, maps: false },
    entry: () => {
      before([...preloaded]);
      return { get: () => undefined };
    },
  });
  await importEntry();
  const modules = [ENTRY, ENTRY, CHUNK].map(({ url }) => `modulepreload abc ${url}`);
  expect(before).toHaveBeenCalledWith(modules);
  expect(document.head.querySelector('link')).toBeNull();
});

it('imports a version in a page with an invalid import map', async () => {
  document.head.innerHTML = '<script type="importmap">{ imports</script>';
  browser({ checks: MODERN });
  expect(await importEntry()).toMatchObject({ get: expect.any(Function) });
});

it.each([
  ['import maps', [ENTRY, CHUNK]],
  ['preloaded modules', []],
])('imports nothing if the browser does not check %s, even on a second attempt', async (_, known) => {
  pageWith(...known);
  const imported = browser({ checks: OLD });
  const refusal = {
    reason: 'integrity',
    message: `This browser cannot check the integrity of ${ENTRY.url}.`,
  };
  await expect(importEntry()).rejects.toMatchObject(refusal);
  await expect(importEntry()).rejects.toMatchObject(refusal);
  expect(imported).not.toHaveBeenCalled();
});

it.each([
  ['entry', () => HttpResponse.error()],
  ['integrity', () => HttpResponse.text('tampered with')],
])('imports nothing of a version if one of its modules fails with "%s"', async (reason, reply) => {
  server.use(http.get(CHUNK.url, reply));
  const imported = browser({ checks: MODERN, brokenUrl: CHUNK.url });
  await expect(importEntry()).rejects.toMatchObject({ reason });
  expect(imported).not.toHaveBeenCalled();
});

it('imports a developer’s entry, which has no integrity, in any browser', async () => {
  browser({ checks: OLD });
  expect(await importEntry({ entry: { ...ENTRY, integrity: '' } })).toMatchObject({
    get: expect.any(Function),
  });
  expect(preloaded).toEqual([]);
});

it.each([
  ['entry', () => HttpResponse.error()],
  ['integrity', () => HttpResponse.text('tampered with')],
])('diagnoses a failed import as "%s" with a second request', async (reason, reply) => {
  server.use(http.get(ENTRY.url, reply));
  pageWith(ENTRY, CHUNK);
  browser({ checks: MODERN, entry: failedImport(ENTRY.url) });
  await expect(importEntry()).rejects.toMatchObject({ reason });
});

it('rethrows the error of an entry', async () => {
  browser({
    checks: MODERN,
    entry: () => {
      throw new Error('broken build');
    },
  });
  await expect(importEntry()).rejects.toThrow('broken build');
});
