import { embedBootSchema, embedShellSchema } from '@portal/contract';
import * as v from 'valibot';
import { startReleasedPortal, type ReleasedPortal } from '../../testing/released-portal';
import {
  CONTENT,
  INTEGRITY,
  putRelease,
  remoteRelease,
  shellRelease,
  withPublished,
} from '../../testing/releases';
import { useTestApp } from '../../testing/test-app';

const LISTED = 'https://www.acme.example';
const UNLISTED = 'https://evil.example';
const SIMILAR = [
  'https://www.acme.example.evil.example',
  'https://sub.www.acme.example',
  'http://www.acme.example',
];
const EMBEDDED = {
  PUBLIC_URL: 'https://portal.test/account',
  EMBED_ORIGINS: `https://acme.example, ${LISTED}`,
};

const ALLOWED = { 'access-control-allow-origin': LISTED, 'access-control-allow-credentials': 'true' };

/** The headers that a browser sends from a page of another site. */
const from = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site' });

const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,x-xsrf-token',
});

const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

describe('an embedded portal', () => {
  const portal = useTestApp(EMBEDDED);
  beforeEach(async () => {
    for (const release of [remoteRelease('orders'), remoteRelease('login', {}, 'anonymous'), shellRelease()])
      await putRelease(portal.database, portal.config.releasesUrl, release);
  });

  const email = 'ann@example.com';
  const login = '/account/customer-login/email';

  const openedBrowser = async () => {
    const browser = portal.newBrowser();
    const { csrfToken } = (await browser.get('/account/embed.json', from(LISTED))).json();
    return { browser, token: String(csrfToken) };
  };

  test.each([
    ['GET', '/account/embed.json', 200],
    ['GET', '/account/registry.json', 200],
    ['GET', '/account/auth-check', 401],
    ['POST', '/account/logout', 403],
    ['POST', '/account/telemetry', 400],
  ] as const)('%s %s is readable only by pages of a listed origin', async (method, url, status) => {
    const ask = (origin: string) =>
      portal.app.inject({ method, url, headers: from(origin), ...(method === 'POST' && { payload: {} }) });
    const { statusCode, headers } = await ask(LISTED);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject(ALLOWED);
    expect(headers['access-control-expose-headers']).toContain('x-xsrf-token');
    expect(headers['cross-origin-resource-policy']).not.toBe('same-origin');
    expect(String(headers['vary']).toLowerCase()).toContain('origin');
    for (const origin of [UNLISTED, ...SIMILAR, 'null']) {
      const refused = await ask(origin);
      expect(corsOf(refused.headers)).toEqual([]);
      expect(String(refused.headers['vary']).toLowerCase()).toContain('origin');
    }
  });

  test('responds to the preflight of a POST only for a listed origin', async () => {
    const url = '/account/logout';
    const ask = (origin: string) => portal.app.inject({ method: 'OPTIONS', url, headers: preflight(origin) });
    const { statusCode, headers } = await ask(LISTED);
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      ...ALLOWED,
      'access-control-allow-headers': 'content-type, x-xsrf-token',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    });
    const refused = await ask(UNLISTED);
    expect(refused.statusCode).toBe(404);
    expect(corsOf(refused.headers)).toEqual([]);
  });

  test('/embed.json has the boot data and the token for the first POST', async () => {
    const browser = portal.newBrowser();
    const { headers, ...response } = await browser.get('/account/embed.json', from(LISTED));
    expect(headers['cache-control']).toBe('no-store');
    const { shell } = v.parse(embedShellSchema, response.json());
    const { boot, csrfToken } = v.parse(embedBootSchema, response.json());
    expect(shell[0]).toEqual({
      version: '1.0.0',
      url: '/account/releases/shell/1.0.0/shell.js',
      integrity: expect.stringMatching(/^sha384-/),
    });
    expect(boot.basePath).toBe('/account');
    const sent = await browser.post(login, { email }, { ...from(LISTED), 'x-xsrf-token': csrfToken ?? '' });
    expect(sent.statusCode).toBe(200);
    const again = await browser.get('/account/embed.json', from(LISTED));
    expect(again.json().csrfToken).toBe(csrfToken);
    expect(again.cookies).toEqual([]);
  });

  test('/embed.json lists the scripts of the screen at ?path= as preloads, and its first calls', async () => {
    const headers = { ...from(LISTED), cookie: 'session_token=abc' };
    const preloadsAt = async (query: string) => {
      const response = await portal.app.inject({ url: `/account/embed.json${query}`, headers });
      const { preloads = [], calls = [] } = v.parse(embedShellSchema, response.json());
      return [...preloads.map(({ as, url: wanted }) => `${as} ${wanted.replace(/\/\d.*$/, '')}`), ...calls];
    };
    expect(await preloadsAt('?path=%2Forders')).toEqual([
      'script /account/releases/orders',
      'script /account/releases/orders',
      '/auth-check',
    ]);
    expect(await preloadsAt('?path=%2Fservice-order%2F19')).toContain('/serviceOrder/get?serviceOrderNbr=19');
  });

  test('a customer signs in and out from another origin, with each new CSRF token in a header', async () => {
    await portal.addCustomer({ email });
    const opened = await openedBrowser();
    const { browser } = opened;
    let { token } = opened;
    const post = async (path: string, body?: unknown) => {
      const posted = await browser.post(`/account${path}`, body, { ...from(LISTED), 'x-xsrf-token': token });
      const next = posted.headers['x-xsrf-token'];
      if (typeof next === 'string') token = next;
      return posted;
    };
    await post('/customer-login/email', { email });
    await portal.deliver();
    const code = await portal.inbox.codeFor(email);
    const authStatus = async () => (await browser.get('/account/auth-check', from(LISTED))).statusCode;
    expect((await post('/customer-login/email/verify', { email, code })).json().success).toBe(true);
    expect(await authStatus()).toBe(200);
    expect((await post('/logout')).statusCode).toBe(200);
    expect(await authStatus()).toBe(401);
    expect((await post('/customer-login/email', { email: 'bob@example.com' })).statusCode).toBe(200);
  });

  test('rejects a POST from a listed origin without the CSRF token, and returns the token', async () => {
    const { browser, token } = await openedBrowser();
    browser.cookies.delete('XSRF-TOKEN');
    const refused = await browser.post(login, { email }, { ...from(LISTED), 'x-xsrf-token': '' });
    expect(refused.statusCode).toBe(403);
    expect(refused.headers['x-xsrf-token']).toBe(token);
    expect(refused.headers['access-control-allow-origin']).toBe(LISTED);
  });

  test.each([
    ['another origin', from(UNLISTED)],
    ['another origin in an old browser', { origin: UNLISTED, 'sec-fetch-site': undefined }],
    ['a sandboxed page', from('null')],
    ['a page without an Origin header', { 'sec-fetch-site': 'cross-site' }],
  ])('rejects a POST from %s even with the CSRF token', async (_from, headers) => {
    const { browser, token } = await openedBrowser();
    const refused = await browser.post(login, { email }, { ...headers, 'x-xsrf-token': token });
    expect(refused.statusCode).toBe(403);
    expect(corsOf(refused.headers)).toEqual([]);
  });

  test('partitions every cookie, and first expires the unpartitioned one of a browser that sent it', async () => {
    await portal.addCustomer({ email });
    const browser = portal.newBrowser();
    const seen = new Set<string | undefined>();
    const check = async (asked: ReturnType<typeof browser.get>, sent = [...browser.cookies.keys()]) => {
      const set = [(await asked).headers['set-cookie'] ?? []].flat();
      for (const [at, line] of set.entries()) {
        const [name = ''] = line.split('=');
        if (!line.includes('Partitioned')) continue;
        seen.add(name);
        expect(line).toMatch(/; Path=\/account; Secure; Partitioned; SameSite=None/);
        const expired = `${name}=; Max-Age=0; Path=/account; SameSite=Lax; Secure`;
        expect(set.slice(0, at).some((earlier) => earlier.startsWith(expired))).toBe(sent.includes(name));
      }
    };
    await check(browser.get('/account/embed.json'));
    await check(browser.get('/account/?preview=orders@1.0.0', { accept: 'text/html' }));
    await check(browser.post(login, { email }));
    await portal.deliver();
    const code = await portal.inbox.codeFor(email);
    await check(browser.post(`${login}/verify`, { email, code }));
    await check(browser.post('/account/logout'));
    expect([...seen].sort()).toEqual([
      ...['XSRF-TOKEN', 'known_browser', 'portal_preview', 'portal_visitor', 'session_token'],
      'sign_in_browser',
    ]);
  });

  test('expires no cookie in a page of another site, where the browser would reject that with a warning', async () => {
    const browser = portal.newBrowser();
    for (const url of ['/account/embed.json', '/account/auth-check', '/account/serviceOrder/list']) {
      const { headers } = await browser.get(url, from(LISTED));
      for (const line of [headers['set-cookie'] ?? []].flat()) expect(line).toContain('Partitioned');
    }
    expect(browser.cookies.size).toBeGreaterThan(0);
  });
});

describe('a portal that is not embedded', () => {
  const portal = useTestApp();

  test('sends no CORS headers to other origins', async () => {
    const { headers } = await portal.app.inject({ url: '/auth-check', headers: from(LISTED) });
    expect(corsOf(headers)).toEqual([]);
    const question = { method: 'OPTIONS', url: '/logout', headers: preflight(LISTED) } as const;
    expect((await portal.app.inject(question)).statusCode).toBe(404);
  });
});

describe('the embed script', () => {
  let portal: ReleasedPortal;
  const shell = withPublished(shellRelease({ canary: { version: '1.1.0', percent: 50 } }), '1.0.0', {
    integrity: { 'shell.js': INTEGRITY, 'embed.js': INTEGRITY },
  });

  beforeAll(async () => {
    portal = await startReleasedPortal({ ...EMBEDDED });
    await portal.release(shell);
  });
  afterAll(() => portal.close());

  const getScript = () => portal.app.inject('/account/embed.js');

  test('embed.js is the file of the live shell, readable by every site', async () => {
    const { statusCode, headers, body } = await getScript();
    expect(statusCode).toBe(200);
    expect(body).toBe(CONTENT);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/javascript/),
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-location': '/account/releases/shell/1.0.0/embed.js',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('embed.js names the live shell in Server-Timing, unless there is a canary', async () => {
    const namedBy = async () => (await getScript()).headers['server-timing'];
    expect(await namedBy()).toBeUndefined();
    await portal.release({ ...shell, canary: null });
    portal.clock.now += 60_000;
    const [live] = (await portal.app.inject('/account/embed.json')).json().shell;
    expect(await namedBy()).toBe(`shell;desc="${live.url} ${live.integrity}"`);
  });
});

test('the origins of EMBED_FRAME_ANCESTORS can frame the page', async () => {
  const portal = await startReleasedPortal({
    PUBLIC_URL: 'https://portal.test',
    EMBED_FRAME_ANCESTORS: `${LISTED},https://acme.example`,
  });
  await portal.release(shellRelease());
  const accept = 'text/html';
  const { headers } = await portal.app.inject({ url: '/', headers: { ...from(LISTED), accept } });
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain(`frame-ancestors ${LISTED} https://acme.example`);
  expect(String(headers['set-cookie'])).toContain('SameSite=None');
  expect(corsOf(headers)).toEqual([]);
  await portal.close();
});

test('responds with 503 to /embed.json and 404 to /embed.js without a shell', async () => {
  const portal = await startReleasedPortal();
  expect((await portal.app.inject('/embed.json')).statusCode).toBe(503);
  expect((await portal.app.inject('/embed.js')).statusCode).toBe(404);
  await portal.close();
});
