import axios from 'axios';
import { http, HttpResponse } from 'msw';
import { settleFile, isInPage, pageFile } from '../../testing/page-files';
import { orders, ordersWith } from '../../testing/registry';
import { server } from '../../testing/server';
import type * as runtime from './runtime';
import type { ShareScope } from './share-scope';

const routesAt = (paths: readonly string[]) =>
  paths.map((path) => ({ path, title: 'My Service Orders', Component: () => null }));

const { routes } = orders.extras.descriptor;
const remoteModule = { routes: routesAt(routes) };
const anotherModule = { default: { routes: routesAt(['/letters', '/service-orders']) } };

const container = { get: jest.fn(), init: jest.fn() };

/** The share scope that webpack provides in a build. */
const react = () => 'React 19.2';
const SHARE_SCOPE = {
  react: { '19.2.0': { get: () => react, from: 'shell', loaded: false, useIn: [] } },
  axios: { '1.21.1': { get: async () => () => axios, from: 'shell', useIn: [] } },
};
Object.assign(globalThis, {
  __webpack_init_sharing__: async () => undefined,
  __webpack_share_scopes__: { default: SHARE_SCOPE },
});

const PAGE = { nonce: 'abc', styles: document.head };

const ENTRY = '/releases/orders/1.0.0/remoteEntry.js';
const CHUNK = { url: '/releases/orders/1.0.0/remote.js', integrity: `sha384-${'C'.repeat(64)}` };
const STYLE = { url: '/releases/orders/1.0.0/orders.css', integrity: `sha384-${'S'.repeat(64)}` };

const entryDefines = async (value: unknown, url = ENTRY): Promise<void> => {
  Object.assign(globalThis, { portal_orders_1_0_0: value });
  await settleFile(url, 'load');
};

let loadRemoteModule: typeof runtime.loadRemoteModule;

beforeEach(async () => {
  // Simulates a new page, because the module remembers running versions.
  jest.resetModules();
  ({ loadRemoteModule } = await import('./runtime'));
  document.head.replaceChildren();
  container.init.mockReset();
  container.get.mockReset().mockResolvedValue(() => ({ default: remoteModule }));
});

it('runs the entry with its integrity, and loads the exposed module of its container', async () => {
  const loading = loadRemoteModule(orders, 0, PAGE);
  expect(await pageFile(ENTRY)).toMatchObject({
    integrity: orders.metadata.integrity,
    crossOrigin: 'anonymous',
    async: true,
  });
  await entryDefines(container);
  expect((await loading).module).toEqual(remoteModule);
  expect(container.get).toHaveBeenCalledWith('./remote');
  expect(isInPage(ENTRY)).toBe(false);
});

describe('the share scope of a container', () => {
  /** Starts a version of a remote. @returns its share scope */
  const scopeOf = async (url: string): Promise<ShareScope> => {
    const loading = loadRemoteModule({ ...orders, url }, 0, PAGE);
    await entryDefines(container, url);
    await loading;
    return container.init.mock.lastCall[0];
  };

  it('has the libraries of the shell, loaded, so that no version of the container replaces them', async () => {
    const scope = await scopeOf(ENTRY);
    expect(scope).toMatchObject({ react: { '19.2.0': { lib: react, loaded: true, from: 'shell' } } });
    expect(scope['react']?.['19.2.0']?.get()).toBe(react);
  });

  it('reaches neither the shell nor another container', async () => {
    const before = Object.keys(SHARE_SCOPE);
    const first = await scopeOf(ENTRY);
    Object.assign(first, { lodash: { '4.17.0': { get: () => undefined } } });
    Object.assign(first['react'] ?? {}, { '19.9.9': { get: () => undefined } });
    Object.assign(first['react']?.['19.2.0'] ?? {}, { from: 'a remote', lib: undefined });
    const second = await scopeOf(ENTRY.replace('1.0.0', '1.0.1'));
    expect(Object.keys(SHARE_SCOPE)).toEqual(before);
    expect(Object.keys(second)).toEqual(before);
    expect(second).toMatchObject({ react: { '19.2.0': { lib: react, from: 'shell' } } });
    expect(Object.keys(second['react'] ?? {})).toEqual(['19.2.0']);
  });
});

it('catches an error thrown by its entry, and no other', async () => {
  const loading = loadRemoteModule(orders, 0, PAGE);
  const { src } = Object(await pageFile(ENTRY));
  const errorEvent = (filename: unknown) =>
    Object.assign(new Event('error', { cancelable: true }), { filename, error: new Error('broken build') });
  expect(window.dispatchEvent(errorEvent('https://portal.example/another.js'))).toBe(true);
  expect(window.dispatchEvent(errorEvent(src))).toBe(false);
  await settleFile(ENTRY, 'load');
  await expect(loading).rejects.toMatchObject({ reason: 'init', cause: { message: 'broken build' } });
});

const cause = new Error('Cannot read properties of undefined');

it.each([
  ['an entry that defines nothing', undefined, undefined, { reason: 'init' }],
  ['an entry that defines no container', { get: () => undefined }, undefined, { reason: 'init' }],
  ['an exposed null', container, async () => () => null, { reason: 'shape' }],
  ['an invalid module', container, async () => () => ({ default: { routes: [{}] } }), { reason: 'shape' }],
  ['the module of another remote', container, async () => () => anotherModule, { reason: 'shape' }],
  ['a remote that throws, with its cause', container, () => Promise.reject(cause), { reason: 'init', cause }],
])('rejects %s, and starts anew the next time', async (_, value, get, error) => {
  if (get) container.get.mockImplementation(get);
  const loading = loadRemoteModule(orders, 0, PAGE);
  await entryDefines(value);
  await expect(loading).rejects.toMatchObject(error);
  container.get.mockResolvedValue(() => ({ default: remoteModule }));
  const again = loadRemoteModule(orders, 0, PAGE);
  await entryDefines(container);
  expect((await again).module).toEqual(remoteModule);
});

it('times out twenty seconds after its entry ran', async () => {
  container.get.mockReturnValue(new Promise(() => undefined));
  const onFailure = jest.fn();
  void loadRemoteModule(orders, 0, PAGE).catch(onFailure);
  await pageFile(ENTRY);
  jest.useFakeTimers();
  await entryDefines(container);
  await jest.advanceTimersByTimeAsync(19_000);
  expect(onFailure).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1000);
  jest.useRealTimers();
  expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ reason: 'timeout' }));
});

describe('a chunk of the first screen', () => {
  const fail = async (details: object) => {
    container.get.mockRejectedValue(
      Object.assign(new Error('Loading chunk 697 failed'), { name: 'ChunkLoadError', ...details }),
    );
    const loading = loadRemoteModule(ordersWith({ preload: [CHUNK] }), 1, PAGE);
    await entryDefines(container, `${ENTRY}?retry=1`);
    return loading;
  };

  it.each([
    ['does not arrive', 'chunk', {}, () => HttpResponse.error()],
    ['differs from the published file', 'integrity', {}, () => HttpResponse.text('tampered with')],
    ['takes too long', 'timeout', { type: 'timeout' }, () => HttpResponse.text('late')],
    [
      'is not in the registry',
      'chunk',
      { request: '/elsewhere.js' },
      () => HttpResponse.text('tampered with'),
    ],
  ])('that %s fails with "%s"', async (_, reason, details, reply) => {
    server.use(http.get(CHUNK.url, reply));
    const request = `${location.origin}${CHUNK.url}`;
    await expect(fail({ type: 'error', request, ...details })).rejects.toMatchObject({ reason });
  });
});

describe('a stylesheet', () => {
  const styled = ordersWith({ styles: [STYLE] });

  it('is applied before the first screen and removed with the version', async () => {
    const onLoad = jest.fn();
    const loading = loadRemoteModule(styled, 0, PAGE).then((loaded) => {
      onLoad();
      return loaded;
    });
    await entryDefines(container);
    expect(await pageFile(STYLE.url)).toMatchObject({
      rel: 'stylesheet',
      integrity: STYLE.integrity,
      crossOrigin: 'anonymous',
      nonce: 'abc',
    });
    expect(onLoad).not.toHaveBeenCalled();
    await settleFile(STYLE.url, 'load');
    const { discard } = await loading;
    expect(isInPage(STYLE.url)).toBe(true);
    const [ownStyle, otherStyle] = ['/releases/orders/1.0.0/5.css', '/releases/orders/1.0.01/5.css'];
    for (const href of [ownStyle, otherStyle])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    discard();
    expect(isInPage(STYLE.url)).toBe(false);
    expect(isInPage(ownStyle)).toBe(false);
    expect(isInPage(otherStyle)).toBe(true);
  });

  it.each([
    ['does not arrive', 'style', STYLE.url, ENTRY],
    ['arrives without the rest of its version', 'entry', ENTRY, STYLE.url],
  ])('that %s is removed', async (_, reason, missing, other) => {
    server.use(http.get(missing, () => HttpResponse.error()));
    const loading = loadRemoteModule(styled, 0, PAGE);
    await settleFile(other, 'load');
    await settleFile(missing, 'error');
    await expect(loading).rejects.toMatchObject({ reason });
    expect(isInPage(STYLE.url)).toBe(false);
  });
});
