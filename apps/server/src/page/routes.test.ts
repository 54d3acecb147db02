import { bootSchema } from '@portal/contract';
import Fastify from 'fastify';
import * as v from 'valibot';
import { answerErrors } from '../http/errors';
import { resolve } from '../releases/resolve';
import { remoteRelease, shellRelease } from '../testing/releases';
import { pageRoutes } from './routes';

const DOCUMENTS = [shellRelease, remoteRelease('orders'), remoteRelease('login', 'anonymous')];

const portal = ({ name = 'Northwind', basePath = '', documents = DOCUMENTS } = {}) => {
  const app = Fastify();
  answerErrors(app);
  app.register(
    async (portalApp) =>
      pageRoutes(portalApp, {
        basePath,
        brand: { name, logoUrl: null, primaryColor: '#0b57a4' },
        resolution: async () => resolve(documents, basePath),
        seemsSignedIn: (request) => request.headers.cookie === 'session_token=abc',
        ensureCsrfCookie: (_request, reply) => void reply.header('set-cookie', 'XSRF-TOKEN=abc'),
      }),
    { prefix: basePath },
  );
  return (url = '/', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ url, method, headers: { accept: 'text/html,application/xhtml+xml', ...headers } });
};

const signedIn = { cookie: 'session_token=abc' };

const nonceOf = (headers: Record<string, unknown>) =>
  /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';

const bootOf = (html: string) => {
  const json = /<script id="portal-boot"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return v.parse(bootSchema, JSON.parse(json));
};

const hintsOf = (html: string) =>
  [...html.matchAll(/<link rel="preload"[^>]* href="([^"]+)"/g)].map(([, url]) => url);

test.each(['/', '/orders', '/nobody/owns/this', '/login?returnTo=%2Forders', '//[', '/%E2%82%AC'])(
  '%s is answered with the page, which no cache keeps',
  async (url) => {
    const { statusCode, headers, body } = await portal()(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['vary']).toBe('accept, cookie');
    expect(headers['set-cookie']).toBe('XSRF-TOKEN=abc');
    expect(body).toContain('<title>Northwind Customer Dashboard</title>');
  },
);

test('the policy allows what carries the nonce of this very answer, and nothing unsafe', async () => {
  const get = portal();
  const [first, second] = [await get(), await get()];
  const policy = String(first.headers['content-security-policy']);
  expect(policy).not.toContain('unsafe');
  for (const directive of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy.split('; ')).toContain(directive);
  expect(nonceOf(first.headers)).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  expect(nonceOf(second.headers)).not.toBe(nonceOf(first.headers));
});

test('every script and hint of the page carries the nonce', async () => {
  const { headers, body } = await portal()('/orders', signedIn);
  const tags = body.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(3);
  for (const tag of tags) expect(tag).toContain(`nonce="${nonceOf(headers)}"`);
  expect(body).not.toMatch(/\son\w+=|style=/);
});

test('the shell is loaded with its integrity', async () => {
  const { body } = await portal()();
  expect(body).toMatch(
    new RegExp(
      `<script [^>]*src="/releases/shell/1\\.0\\.0/shell\\.js" integrity="sha384-S{64}" defer></script>`,
    ),
  );
});

test('the boot document is what the shell reads', async () => {
  const { body } = await portal()();
  const boot = bootOf(body);
  expect(boot.brand.name).toBe('Northwind');
  expect(Object.keys(boot.registry.microFrontends)).toEqual(['orders', 'login']);
});

test.each([`</script><script>alert(1)</script>`, `<!--<script>`, `" onload="alert(1)`, `O'Neil & Sons`])(
  'a brand called %s stays text',
  async (name) => {
    const { body } = await portal({ name })();
    const plain = await portal()();
    const tags = (html: string) => html.match(/<\/?[a-z!][^\s>]*/gi);
    expect(tags(body)).toEqual(tags(plain.body));
    expect(bootOf(body).brand.name).toBe(name);
  },
);

test.each([
  ['the sign-in, to whoever is not signed in', {}, '/orders', 'login'],
  ['the owner of the address, to whoever is', signedIn, '/orders?q=1', 'orders'],
])('hints at the remote that is needed first: %s', async (_, headers, url, remote) => {
  const { body } = await portal()(url, headers);
  expect(hintsOf(body)).toEqual([
    `/releases/${remote}/1.0.0/remoteEntry.js`,
    `/releases/${remote}/1.0.0/screens.js`,
  ]);
});

test('hints at nothing when nobody owns the address', async () => {
  expect(hintsOf((await portal()('/nobody/owns/this', signedIn)).body)).toEqual([]);
});

test.each(['/account', '/account/', '/account/orders'])('serves %s under a base path', async (url) => {
  const { statusCode, body } = await portal({ basePath: '/account' })(url, signedIn);
  expect(statusCode).toBe(200);
  expect(bootOf(body).basePath).toBe('/account');
  expect(body).toContain('src="/account/releases/shell/1.0.0/shell.js"');
  expect(hintsOf(body)).toHaveLength(url.endsWith('/orders') ? 2 : 0);
});

test('outside of the base path there is nothing', async () => {
  expect((await portal({ basePath: '/account' })('/orders')).statusCode).toBe(404);
});

test('without a live shell it says what to do, and no cache keeps that', async () => {
  const { statusCode, headers, body } = await portal({ documents: [remoteRelease('orders')] })();
  expect(statusCode).toBe(503);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toBe('The portal has no live shell yet. Run: pnpm start\n');
});

test.each([{ accept: 'application/json' }, { accept: '*/*' }, { accept: '' }])(
  'a GET that does not ask for HTML (%j) is answered with 404 in JSON',
  async (headers) => {
    const { statusCode, headers: answered, body } = await portal()('/nowhere', headers);
    expect(statusCode).toBe(404);
    expect(answered['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.any(String) });
  },
);

test('HEAD is answered like GET, without a body', async () => {
  const { statusCode, headers, body } = await portal()('/orders', {}, 'HEAD');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toBe('');
});

test('a POST is no way to get the page', async () => {
  expect((await portal()('/orders', {}, 'POST')).statusCode).toBe(404);
});
