import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bootSchema, FIRST_PAINT, TRUSTED_TYPES_FILE } from '@portal/contract';
import Fastify, { type FastifyReply } from 'fastify';
import * as v from 'valibot';
import { errorResponses } from '../../platform/http/errors';
import { decorateLanguage } from '../../platform/http/request-language';
import type { Languages } from '../../platform/language/languages';
import { deriveKeys } from '../../platform/crypto/keys';
import { grantPreview } from '../releases/previews';
import type { Release } from '../releases/release';
import { resolve } from '../releases/resolve';
import { createVisits } from '../releases/visits';
import { INTEGRITY, remoteRelease, shellRelease, withPublished } from '../../testing/releases';
import { createPages } from './pages';
import { pageRoutes } from './routes';

const ORDERS = remoteRelease('orders', { previous: '0.9.0' });
const RELEASES = [shellRelease({ previous: '0.9.0' }), ORDERS, remoteRelease('login', {}, 'anonymous')];

const { previews: KEY } = deriveKeys(Buffer.alloc(32));

const portal = (
  { name = 'Northwind', basePath = '', releases = RELEASES, development = false, statusTexts = {} } = {},
  languages: Languages = ['en'],
) => {
  const app = Fastify();
  errorResponses(app);
  decorateLanguage(app, languages);
  const settings = { basePath, development, allowLocalRemotes: true };
  const publicUrl = new URL(`https://portal.test${basePath}`);
  const visits = createVisits({ publicUrl, basePath, isEmbedded: false }, KEY);
  const brand = { name, logoUrl: null, primaryColor: '#0b57a4' };
  const options = {
    basePath,
    visits,
    openPage: createPages(
      {
        basePath,
        frameAncestors: [],
        languages,
        brand,
        statusTexts,
      },
      { visits, resolution: async (visit) => resolve(releases, visit, settings) },
    ),
    countPage: async () => undefined,
    ensureCsrfToken: (_request: unknown, reply: FastifyReply) => {
      reply.header('set-cookie', 'XSRF-TOKEN=abc');
      return 'abc';
    },
  };
  app.register(async (portalApp) => pageRoutes(portalApp, options), { prefix: basePath });
  return (
    url = '/',
    { accept = 'text/html,application/xhtml+xml', ...headers }: Record<string, string | null> = {},
    method: 'GET' | 'HEAD' | 'POST' = 'GET',
  ) => app.inject({ url, method, headers: { ...(accept !== null && { accept }), ...headers } });
};

const PROTECTED = { httpOnly: true, secure: true, sameSite: 'Lax' };

const signedIn = { cookie: 'session_token=abc' };

const nonceOf = (headers: Record<string, unknown>) =>
  /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';

const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy']).split('; ');

/** Shows the screens of a remote on the developer's machine. */
const local = { cookie: 'portal_preview=orders%40http%3A%2F%2Flocalhost%3A3002; session_token=abc' };

const bootOf = (html: string) => {
  const json = /<script id="portal-boot"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return v.parse(bootSchema, JSON.parse(json));
};

const tagsOf = (html: string, tag: string) => html.match(new RegExp(`<${tag}\\b[^>]*>`, 'g')) ?? [];

/** The tags that preload files. */
const hintTagsOf = (html: string) => tagsOf(html, 'link').filter((tag) => tag.includes('preload'));

const hintsOf = (html: string) => hintTagsOf(html).map((tag) => / href="([^"]+)"/.exec(tag)?.[1]);

test.each(['/', '/orders', '/nobody/owns/this', '/login?returnTo=%2Forders', '//[', '/%E2%82%AC'])(
  'serves the page at %s, which caches must not reuse',
  async (url) => {
    const { statusCode, headers, body } = await portal()(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      'permissions-policy': expect.stringContaining('camera=(), '),
      vary: 'accept, accept-encoding, cookie',
    });
    expect(headers['set-cookie']).toContain('XSRF-TOKEN=abc');
    expect(body).toContain('<title>Northwind Customer Dashboard</title>');
  },
);

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
])('a browser that accepts %s gets the same page encoded as %s', async (accepted, encoding, decompress) => {
  const get = portal();
  const plain = await get('/orders', signedIn);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  const { headers, rawPayload } = await get('/orders', { ...signedIn, 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  const nonce = nonceOf(headers);
  expect(nonce).not.toBe(nonceOf(plain.headers));
  expect(decompress(rawPayload).toString()).toBe(plain.body.replaceAll(nonceOf(plain.headers), nonce));
});

test('the CSP allows scripts with the nonce of this response, and nothing unsafe', async () => {
  const get = portal();
  const [first, second] = [await get(), await get()];
  const policy = policyOf(first.headers);
  expect(policy.join()).not.toContain('unsafe');
  const directives = [
    "default-src 'self'",
    "object-src 'none'",
    "worker-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  expect(policy).toEqual(expect.arrayContaining(directives));
  expect(nonceOf(first.headers)).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  expect(nonceOf(second.headers)).not.toBe(nonceOf(first.headers));
});

describe('Trusted Types', () => {
  const built = (release: Release, ...versions: readonly string[]) =>
    versions.reduce(
      (changed, version) =>
        withPublished(changed, version, {
          integrity: { ...changed.versions[version]?.integrity, [TRUSTED_TYPES_FILE]: INTEGRITY },
        }),
      release,
    );
  const shell = built(shellRelease({ previous: '0.9.0' }), '1.0.0', '0.9.0');
  const login = built(remoteRelease('login', {}, 'anonymous'), '1.0.0');
  const policyWith = async (releases: Release[], headers = {}) =>
    policyOf((await portal({ releases })('/', headers)).headers);

  test('are required, with only the portal’s policies, when every build supports them', async () => {
    const policy = await policyWith([shell, built(ORDERS, '1.0.0', '0.9.0'), login]);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("trusted-types portal-script portal-html 'allow-duplicates'");
  });

  test.each([
    ['a remote', [shell, ORDERS, login], {}],
    ['the fallback of a remote', [shell, built(ORDERS, '1.0.0'), login], {}],
    ['the shell', [shellRelease(), built(ORDERS, '1.0.0', '0.9.0'), login], {}],
    ['a remote on the developer’s machine', [shell, built(ORDERS, '1.0.0', '0.9.0'), login], local],
  ])('are not required when %s is built without them', async (_which, releases, headers) => {
    const policy = await policyWith(releases, headers);
    expect(policy.filter((directive) => directive.includes('trusted-types'))).toEqual([]);
  });
});

test('every script and hint has the nonce, and its integrity with the CORS mode that it requires', async () => {
  const { headers, body } = await portal()('/orders', signedIn);
  const tags = body.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(3);
  for (const tag of tags) expect(tag).toContain(`nonce="${nonceOf(headers)}"`);
  expect(body).not.toMatch(/\son\w+=|style=/);
  expect(body).toContain(
    ` src="/releases/shell/1.0.0/shell.js" integrity="${INTEGRITY}" crossorigin="anonymous" defer></script>`,
  );
  expect(hintTagsOf(body)).toHaveLength(2);
  for (const tag of hintTagsOf(body))
    expect(tag).toMatch(/ integrity="sha384-.{64}" crossorigin="anonymous"/);
  expect(headers['integrity-policy']).toBe('blocked-destinations=(script)');
});

test('the page shows "Loading..." without scripts, with a style that the CSP allows', async () => {
  const { headers, body } = await portal()('/orders');
  expect(body).toMatch(/<div id="portal"><main [^>]*><p role="status">Loading\.\.\.<\/p><\/main><\/div>/);
  const [style = ''] = /<style[^>]*>.*?<\/style>/s.exec(body) ?? [];
  expect(style).toContain(`<style nonce="${nonceOf(headers)}">`);
  for (const color of [FIRST_PAINT.light.background, FIRST_PAINT.dark.background])
    expect(style).toContain(color);
  expect(body.indexOf(style)).toBeLessThan(body.indexOf('<script nonce', body.indexOf('</style>')));
});

/** Runs the script that sends the first calls. @returns their arguments */
const callsSent = (body: string, cookie: string) => {
  const scripts = [...body.matchAll(/<script nonce="[^"]*">([\s\S]*?)<\/script>/g)].map(([, code]) => code);
  const script = scripts.find((code) => code?.includes('portal-calls-ahead')) ?? '';
  const sent: unknown[] = [];
  runInNewContext(script, {
    document: { cookie, addEventListener: () => undefined },
    fetch: async (...call: unknown[]) => void sent.push(call),
    decodeURIComponent,
  });
  return JSON.stringify(sent);
};

test.each([
  ['/service-orders', signedIn, ['/auth-check', '/serviceOrder/list']],
  ['/', signedIn, ['/auth-check', '/serviceOrder/list']],
  ['/service-order/000019?from=mail', signedIn, ['/auth-check', '/serviceOrder/get?serviceOrderNbr=000019']],
  ['/notification-preferences', signedIn, ['/auth-check', '/serviceOrder/get-notification-status']],
  // This order number can be encoded in several ways, and the call uses only one of them.
  ['/service-order/a%20b', signedIn, ['/auth-check']],
  ['/nobody', signedIn, ['/auth-check']],
  ['/service-orders', {}, ['/auth-check']],
])('at %s with headers %j, the page sends %j while its scripts load', async (url, headers, calls) => {
  const { headers: response, body } = await portal({ basePath: '/portal' })(`/portal${url}`, headers);
  const request = {
    credentials: 'include',
    headers: { Accept: 'application/json, text/plain, */*', 'X-XSRF-TOKEN': 'a+b' },
  };
  const sent = callsSent(body, 'other=1; XSRF-TOKEN=a%2Bb');
  expect(sent).toBe(JSON.stringify(calls.map((call) => [`/portal${call}`, request])));
  expect(response['link']).toBeUndefined();
});

test('the page sends its first calls although the cookie of another site cannot be decoded', async () => {
  const { body } = await portal()('/service-orders');
  expect(callsSent(body, 'XSRF-TOKEN=100%')).toContain('/auth-check');
});

test('only the sign-in page preloads the shell files that sign-in needs', async () => {
  const integrity = { 'shell.js': INTEGRITY, 'forms.js': INTEGRITY };
  const shell = withPublished(shellRelease(), '1.0.0', { preload: ['forms.js'], integrity });
  const get = portal({ releases: [shell, ...RELEASES.slice(1)] });
  const file = 'href="/releases/shell/1.0.0/forms.js"';
  expect(tagsOf((await get('/login')).body, 'link').filter((tag) => tag.includes(file))).toHaveLength(1);
  expect((await get('/orders', signedIn)).body).not.toContain(file);
});

test('the import map with the integrity of a remote’s modules comes before the first request for one', async () => {
  const integrity = { ...ORDERS.versions['1.0.0']?.integrity, 'screen.css': INTEGRITY };
  const styles = ['screen.css'];
  const modules = withPublished(ORDERS, '1.0.0', { format: 'module', styles, integrity });
  const { body } = await portal({ releases: [shellRelease(), modules] })('/orders', signedIn);
  const [map = ''] = /<script type="importmap"[^>]*>.*?<\/script>/s.exec(body) ?? [];
  expect(map).toContain(`"/releases/orders/1.0.0/screens.js":"${INTEGRITY}"`);
  expect(body.indexOf(map)).toBeLessThan(body.search(/<script [^>]*src=|<link rel="(?:module)?preload/));
  expect(hintTagsOf(body).map((tag) => /^<link rel="\w+"(?: as="\w+")?/.exec(tag)?.[0])).toEqual([
    '<link rel="modulepreload"',
    '<link rel="modulepreload"',
    '<link rel="preload" as="style"',
  ]);
});

test('in development, the page has no hints and no integrity policy', async () => {
  const bare = RELEASES.map((release) => withPublished(release, '1.0.0', { integrity: {} }));
  const { headers, body } = await portal({ releases: bare, development: true })('/orders', signedIn);
  expect(headers['integrity-policy']).toBeUndefined();
  expect(hintsOf(body)).toEqual([]);
  expect(body).toContain('src="/releases/shell/1.0.0/shell.js"');
});

test.each([
  ['the files of the owner and its fallback', '/orders?q=1', signedIn, ['orders', 'login'], 'orders'],
  ['the same files without a session', '/orders', {}, ['orders', 'login'], 'login'],
  ['only the sign-in when no remote owns the path', '/nobody', signedIn, ['login'], undefined],
])(
  'the page has %s, a summary of every remote, and preloads what is first',
  async (_, url, headers, names, first) => {
    const { body } = await portal({ releases: [...RELEASES, remoteRelease('invoices')] })(url, headers);
    const { registry, remotes } = bootOf(body);
    expect(Object.keys(registry.microFrontends)).toEqual(names);
    expect(registry.microFrontends['orders']?.length).toBe(names.includes('orders') ? 2 : undefined);
    expect(remotes?.map(({ name }) => name)).toEqual(['orders', 'login', 'invoices']);
    expect(remotes?.[0]).not.toHaveProperty('requires');
    expect(hintsOf(body)).toEqual(
      first ? ['remoteEntry.js', 'screens.js'].map((file) => `/releases/${first}/1.0.0/${file}`) : [],
    );
  },
);

test.each([`</script><script>alert(1)</script>`, `<!--<script>`, `" onload="alert(1)`, `O'Neil & Sons`])(
  'escapes the brand name %s',
  async (name) => {
    const { body } = await portal({ name })();
    const plain = await portal()();
    const tags = (html: string) => html.match(/<\/?[a-z!][^\s>]*/gi);
    expect(tags(body)).toEqual(tags(plain.body));
    expect(bootOf(body).brand.name).toBe(name);
  },
);

test.each(['/account', '/account/', '/account/orders'])('serves %s under a base path', async (url) => {
  const { statusCode, body } = await portal({ basePath: '/account' })(url, signedIn);
  expect(statusCode).toBe(200);
  expect(bootOf(body).basePath).toBe('/account');
  expect(body).toContain('src="/account/releases/shell/1.0.0/shell.js"');
  expect(hintsOf(body)).toHaveLength(url.endsWith('/orders') ? 2 : 0);
});

test('without a shell, the page says what to do and is not cached', async () => {
  const { statusCode, headers, body } = await portal({ releases: [remoteRelease('orders')] })();
  expect(statusCode).toBe(503);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toMatch(/^The portal has no shell to show\. Run: pnpm start\./);
});

test.each([
  ['', '/nowhere'],
  ['application/json, text/plain, */*', '/nowhere'],
  ['image/avif,image/webp,*/*;q=0.8', '/nowhere'],
  ['*/*', '/robots.txt'],
  ['*/*', '/releases.old/missing.js?retry=1'],
])('responds to a GET that does not request a page (%s, at %s) with 404 in JSON', async (accept, url) => {
  const { statusCode, headers, body } = await portal()(url, { accept });
  expect(statusCode).toBe(404);
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.any(String) });
});

test.each([null, '*/*'])('serves the page to monitors and link checkers, which accept %s', async (accept) => {
  const { statusCode, headers, body } = await portal()('/orders?from=2.0', { accept });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(body).not.toContain('importmap');
});

describe('a preview', () => {
  const inAnHour = new Date(Date.now() + 3_600_000);
  const GRANT = grantPreview([{ name: 'orders', version: '1.1.0' }], inAnHour, KEY);

  test('is stored in a cookie, and the address redirects to one without it', async () => {
    const { statusCode, headers, cookies } = await portal()(`/orders?q=a%20b&preview=${GRANT}`);
    expect(statusCode).toBe(303);
    expect(headers['location']).toBe('/orders?q=a+b');
    expect(headers['cache-control']).toBe('no-store');
    expect(cookies).toEqual([{ name: 'portal_preview', value: GRANT, path: '/', ...PROTECTED }]);
  });

  test.each(['', 'off'])('ends with %j', async (preview) => {
    const { statusCode, cookies } = await portal()(`/orders?preview=${preview}`);
    expect(statusCode).toBe(303);
    expect(cookies).toEqual([expect.objectContaining({ name: 'portal_preview', value: '', maxAge: 0 })]);
  });

  test.each([
    'orders@1.1.0',
    `${GRANT}x`,
    '<script>',
    '%',
    'orders@1.1.0\r\nx: y',
    '\ud800',
    'x'.repeat(9000),
  ])('of %j is never an error: the page reports why it is not shown', async (preview) => {
    const { cookies } = await portal()(`/?preview=${encodeURI(preview.replace('\ud800', '%ED%A0%80'))}`);
    const cookie = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    expect(cookie.length).toBeLessThan(4096);
    const { statusCode, body } = await portal()('/', { cookie });
    expect(statusCode).toBe(200);
    expect(bootOf(body).previews).toEqual([expect.objectContaining({ problem: expect.any(String) })]);
    expect(body).not.toContain('<script>"');
  });

  test('from the developer’s machine is allowed only by the CSP of that page, without integrity checks', async () => {
    const { headers, body } = await portal()('/orders', local);
    expect(policyOf(headers)).toContain("connect-src 'self' http://localhost:3002 ws://localhost:3002");
    expect(headers['integrity-policy']).toBeUndefined();
    expect(hintsOf(body)).toEqual([]);
    expect(policyOf((await portal()('/orders')).headers).join()).not.toContain('localhost');
  });
});

test('has the operator’s sentences about statuses in its language', async () => {
  const statusTexts = { en: { hold: 'A part is missing.' }, de: { hold: 'Es fehlt ein Teil.' } };
  const { body } = await portal({ statusTexts }, ['en', 'de'])('/', { 'accept-language': 'de' });
  expect(bootOf(body).brand.statusTexts).toEqual({ hold: 'Es fehlt ein Teil.' });
  expect(bootOf((await portal()()).body).brand.statusTexts).toBeUndefined();
});

describe('a visitor', () => {
  const visitorIn = (cookies: readonly { name: string; value: string }[]) =>
    cookies.find(({ name }) => name === 'portal_visitor');

  test('gets a random id for a year at the first visit, and keeps it', async () => {
    const get = portal({ basePath: '/account' });
    const [first, second] = [await get('/account'), await get('/account')];
    expect(visitorIn(first.cookies)).toEqual({
      name: 'portal_visitor',
      value: expect.stringMatching(/^[\w-]{22}$/),
      path: '/account',
      maxAge: 31_536_000,
      ...PROTECTED,
    });
    const { value } = visitorIn(first.cookies) ?? {};
    expect(value).not.toBe(visitorIn(second.cookies)?.value);
    const again = await get('/account', { cookie: `portal_visitor=${value}` });
    expect(visitorIn(again.cookies)).toBeUndefined();
  });
});
