import { createContext, runInContext } from 'node:vm';
import Fastify from 'fastify';
import { decorateLanguage } from '../http/request-language';
import { registrationScript, serviceWorkerRoutes } from './service-worker';

const brand = {
  name: 'Acme & <Sons>',
  logoUrl: null,
  primaryColor: '#0b57a4',
  support: { phone: '+1 (202) 555-0123' },
};

const get = async (headers: Record<string, string> = {}) => {
  const app = Fastify();
  const languages = ['en', 'de'] as const;
  decorateLanguage(app, languages);
  const options = { brand, basePath: '/account', languages };
  await app.register(async (portal) => serviceWorkerRoutes(portal, options), { prefix: '/account' });
  return app.inject({ url: '/account/sw.js', headers });
};

type Listener = (event: object) => void;

/** Runs the worker in a browser whose network responds with `fetch`. */
const start = async (fetch: () => Promise<unknown>) => {
  const listeners: Record<string, Listener> = {};
  const enable = jest.fn();
  const addEventListener = (type: string, listener: Listener) => void (listeners[type] = listener);
  const registration = { navigationPreload: { enable } };
  runInContext(
    (await get()).body,
    createContext({ addEventListener, registration, skipWaiting: () => undefined, fetch, Response }),
  );
  listeners['activate']?.({ waitUntil: () => undefined });
  expect(enable).toHaveBeenCalled();
  return async (request: object, preloadResponse?: Promise<unknown>) => {
    const respondWith = jest.fn();
    const page = { mode: 'navigate', destination: 'document', method: 'GET' };
    listeners['fetch']?.({ request: { ...page, ...request }, preloadResponse, respondWith });
    return (await respondWith.mock.calls[0]?.[0]) as Response | undefined;
  };
};

const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('is checked for updates at every page, and speaks the language that the customer chose', async () => {
  const { headers, body } = await get();
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'cookie, accept-language',
  });
  expect(body).toContain('You are offline.');
  expect((await get({ cookie: 'portal_language=de' })).body).toContain('Sie sind offline.');
});

test('shows its own page when a page of the portal cannot be loaded', async () => {
  const request = await start(lost);
  const response = await request({});
  expect(response?.status).toBe(503);
  const html = (await response?.text()) ?? '';
  expect(html).toContain('<h1>You are offline.</h1>');
  expect(html).toContain('Acme &#38; &#60;Sons&#62; Customer Dashboard');
  expect(html).toContain('<a href="tel:+12025550123">Call +1 (202) 555-0123</a>');
  expect(await request({}, lost())).toBeDefined();
});

test('its page runs and loads nothing but what it contains', async () => {
  const response = await (await start(lost))({});
  const policy = response?.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+'; style-src 'sha256-/);
});

test.each([
  ['a call', { mode: 'cors', destination: '' }],
  ['a script', { mode: 'cors', destination: 'script' }],
  ['a frame', { destination: 'iframe' }],
  ['a form', { method: 'POST' }],
])('leaves %s to the browser', async (_, request) => {
  expect(await (await start(lost))(request)).toBeUndefined();
});

test.each([200, 404, 500])('hands over a page of the server with status %i as it is', async (status) => {
  const page = new Response(null, { status });
  const request = await start(() => Promise.resolve(page));
  expect(await request({})).toBe(page);
  const preloaded = new Response(null, { status });
  expect(await request({}, Promise.resolve(preloaded))).toBe(preloaded);
});

test.each([
  ['with Trusted Types', { createPolicy: (_: string, rules: object) => rules }],
  ['without', undefined],
])('the page registers it after it has loaded, %s', (_, trustedTypes) => {
  const register = jest.fn(() => Promise.resolve());
  let onLoad = () => {};
  const globals = {
    window: { trustedTypes },
    trustedTypes,
    navigator: { serviceWorker: { register } },
    addEventListener: (_type: string, listener: () => void) => (onLoad = listener),
  };
  runInContext(registrationScript('/account'), createContext(globals));
  expect(register).not.toHaveBeenCalled();
  onLoad();
  expect(register).toHaveBeenCalledWith('/account/sw.js');
});
