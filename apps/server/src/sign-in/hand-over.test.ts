import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { buildApp } from '../app';
import { createHousekeeping } from '../background';
import { auditLines } from '../testing/audit-lines';
import { createBrowser, type Browser } from '../testing/browser';
import { inSeconds, LOGOUT, startIssuer, type TestIssuer } from '../testing/issuer';
import { receiveCode } from '../testing/sign-in';
import { startTestApp, type TestApp } from '../testing/test-app';
import { dumpTables } from '../testing/test-database';

const EMAIL = 'ann@example.com';
const AUDIENCE = 'https://portal.test/account';
const SITE = 'https://www.acme.example';
const BASE = '/account';

let site: TestIssuer;
let portal: TestApp;
let home: string;
let auditLog: string;
beforeAll(async () => {
  site = await startIssuer();
  home = await mkdtemp(join(tmpdir(), 'portal-hand-over-'));
  auditLog = join(home, 'audit.log');
  portal = await startTestApp({
    PUBLIC_URL: AUDIENCE,
    EMBED_ORIGINS: SITE,
    HANDOVER_ISSUER: site.url,
    HANDOVER_JWKS_URL: site.keysUrl,
    AUDIT_LOG: auditLog,
  });
});
beforeEach(async () => {
  await portal.empty();
  await rm(auditLog, { force: true });
});
afterAll(async () => {
  await portal.close();
  await site.close();
  await rm(home, { recursive: true });
});

const ticket = (claims: Record<string, unknown> = {}) =>
  site.sign({ aud: AUDIENCE, sub: '42', email: EMAIL, ...claims });

const opened = async (browser = portal.newBrowser()) => {
  await browser.get(`${BASE}/auth-check`);
  return browser;
};
const exchange = (browser: Browser, text: string, headers?: Record<string, string | undefined>) =>
  browser.post(`${BASE}/customer-login/ticket`, { ticket: text }, headers);
const isSignedIn = async (browser: Browser) => (await browser.get(`${BASE}/auth-check`)).statusCode === 200;

const REFUSED = {
  success: false,
  message: 'You could not be signed in from this page. Please sign in with a code.',
};

test('a ticket of the site opens the session that a code would open', async () => {
  const customerId = await portal.addCustomer({ email: EMAIL });
  const browser = await opened();
  const answer = await exchange(browser, await ticket({ email: ' Ann@Example.com ' }));
  expect(answer.json()).toEqual({ success: true, message: 'You are signed in.' });
  const shared = { path: BASE, secure: true, sameSite: 'None', httpOnly: true };
  expect(answer.cookies).toContainEqual(
    expect.objectContaining({ ...shared, name: 'session_token', maxAge: 168 * 3600 }),
  );
  expect(answer.cookies.map(({ name }) => name)).toContain('known_browser');
  expect(answer.headers['x-xsrf-token']).toBe(browser.cookies.get('XSRF-TOKEN'));
  expect((await browser.get(`${BASE}/auth-check`)).json()).toMatchObject({
    customer: { contacts: { email: 'a•••@example.com' } },
  });
  expect(await auditLines(auditLog, { event: 'sign-in', customerId })).toMatchObject([
    { outcome: 'signed-in', by: 'site', contact: 'a•••@example.com' },
  ]);
  expect((await browser.post(`${BASE}/logout`)).json()).toEqual({
    success: true,
    message: 'You are signed out.',
  });
  expect(await isSignedIn(browser)).toBe(false);
});

test('a customer is found by the number, too, and by the address first', async () => {
  await portal.addCustomer({ phone: '+12025550123' });
  const byNumber = await opened();
  await exchange(byNumber, await ticket({ email: 'nobody@example.com', phone_number: '+1 202 555 0123' }));
  expect(await isSignedIn(byNumber)).toBe(true);
});

test('a ticket for another customer ends the session of the one before', async () => {
  const email = 'bob@example.com';
  await portal.addCustomer({ email: EMAIL });
  await portal.addCustomer({ email });
  const browser = await opened();
  await exchange(browser, await ticket());
  const before = browser.cookies.get('session_token') ?? '';
  await exchange(browser, await ticket({ email, sub: '43' }));
  expect((await browser.get(`${BASE}/auth-check`)).json()).toMatchObject({
    customer: { contacts: { email: 'b•••@example.com' } },
  });
  browser.cookies.set('session_token', before);
  expect(await isSignedIn(browser)).toBe(false);
});

const forge = {
  'no signature': async () =>
    new UnsecuredJWT({ sub: '42', email: EMAIL, jti: randomUUID() })
      .setIssuer(site.url)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('1m')
      .encode(),
  'the public key as a secret (HS256)': () =>
    site.sign(
      { aud: AUDIENCE, sub: '42', email: EMAIL },
      { key: Buffer.from(JSON.stringify(site.jwk)), header: { alg: 'HS256' } },
    ),
  'a key of somebody else under the same name': async () =>
    site.sign(
      { aud: AUDIENCE, sub: '42', email: EMAIL },
      { key: (await generateKeyPair('ES256')).privateKey },
    ),
  'a key that the site does not have': async () =>
    site.sign({ aud: AUDIENCE, sub: '42', email: EMAIL }, { header: { kid: 'other' } }),
  'another address than was signed': async () => {
    const [header, , signature] = (await ticket()).split('.');
    const [, claims] = (await ticket({ email: 'bob@example.com' })).split('.');
    return [header, claims, signature].join('.');
  },
  'the issuer of another site': () => ticket({ iss: 'https://evil.example' }),
  'no issuer': () => ticket({ iss: undefined }),
  'the audience of another portal': () => ticket({ aud: 'https://other.test/account' }),
  'the portal’s origin as audience': () => ticket({ aud: 'https://portal.test' }),
  'no audience': () => ticket({ aud: undefined }),
  'a life that is over': () => ticket({ iat: inSeconds(-120), exp: inSeconds(-60) }),
  'a life that has not begun': () => ticket({ nbf: inSeconds(60) }),
  'an issue in the future': () => ticket({ iat: inSeconds(60), exp: inSeconds(120) }),
  'a life of an hour': () => ticket({ exp: inSeconds(3600) }),
  'an issue an hour ago': () => ticket({ iat: inSeconds(-3600), exp: inSeconds(60) }),
  'no end': () => ticket({ exp: undefined }),
  'no issue': () => ticket({ iat: undefined }),
  'no name of its own': () => ticket({ jti: undefined }),
  'an empty name of its own': () => ticket({ jti: '' }),
  'no subject': () => ticket({ sub: undefined }),
  'no address': () => ticket({ email: undefined }),
  'something that is no address': () => ticket({ email: 'ann' }),
  'an address that is not verified': () => ticket({ email_verified: false }),
  'the meaning of a logout token': () => ticket(LOGOUT),
  'no token at all': async () => 'ticket',
  nothing: async () => '',
};

test.each(Object.entries(forge))('a ticket with %s is refused like any other', async (_what, make) => {
  await portal.addCustomer({ email: EMAIL });
  await portal.addCustomer({ email: 'bob@example.com' });
  const browser = await opened();
  const answer = await exchange(browser, await make());
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toEqual(REFUSED);
  expect(answer.cookies).toEqual([]);
  expect(await isSignedIn(browser)).toBe(false);
  const lines = await auditLines(auditLog, { event: 'sign-in', outcome: 'refused' });
  expect(lines.at(-1)).toMatchObject({
    by: 'site',
    reason: expect.stringMatching(/^[\w-]+( \w+)?$/),
  });
});

/** Another server of the same portal. */
const startReplica = async () => {
  const { config, database, keys } = portal;
  const app = buildApp({ config, database, pool: undefined, keys });
  await app.ready();
  return app;
};

test('a ticket works once, on whichever replica', async () => {
  await portal.addCustomer({ email: EMAIL });
  const text = await ticket();
  expect((await exchange(await opened(), text)).json()).toMatchObject({ success: true });
  expect((await exchange(await opened(), text)).json()).toEqual(REFUSED);
  const replica = await startReplica();
  expect((await exchange(await opened(createBrowser(replica)), text)).json()).toEqual(REFUSED);
  await replica.close();
  expect(await auditLines(auditLog, { event: 'sign-in', reason: 'used' }, 2)).toHaveLength(2);
});

test('of two browsers that use it at once, one is signed in', async () => {
  await portal.addCustomer({ email: EMAIL });
  const text = await ticket();
  const browsers = [await opened(), await opened()];
  const answers = await Promise.all(browsers.map((browser) => exchange(browser, text)));
  expect(answers.filter((answer) => answer.json().success)).toHaveLength(1);
});

test('nobody becomes a customer by a ticket: the answer is that of a refused one', async () => {
  const browser = await opened();
  expect((await exchange(browser, await ticket())).json()).toEqual(REFUSED);
  expect(await portal.database.selectFrom('customers').selectAll().execute()).toEqual([]);
  expect(await auditLines(auditLog, { event: 'sign-in', outcome: 'no-customer' })).toMatchObject([
    { by: 'site', contact: 'a•••@example.com' },
  ]);
});

test('somebody whom the portal does not know does not see what the customer before had opened', async () => {
  await portal.addCustomer({ email: EMAIL });
  const browser = await opened();
  await exchange(browser, await ticket());
  await exchange(browser, await ticket({ email: 'nobody@example.com', sub: '44' }));
  expect(await isSignedIn(browser)).toBe(false);
});

test('a ticket that is refused leaves the session as it is', async () => {
  await portal.addCustomer({ email: EMAIL });
  const browser = await opened();
  const text = await ticket();
  await exchange(browser, text);
  await exchange(browser, text);
  expect(await isSignedIn(browser)).toBe(true);
});

describe('who may exchange a ticket', () => {
  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a page without the token', { 'x-xsrf-token': '' }],
  ])('not %s, and the ticket is not used up', async (_who, headers) => {
    await portal.addCustomer({ email: EMAIL });
    const browser = await opened();
    const text = await ticket();
    expect((await exchange(browser, text, headers)).statusCode).toBe(403);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await exchange(browser, text)).json()).toMatchObject({ success: true });
  });

  test('a site that embeds the portal', async () => {
    await portal.addCustomer({ email: EMAIL });
    const browser = await opened();
    const answer = await exchange(browser, await ticket(), { origin: SITE, 'sec-fetch-site': 'cross-site' });
    expect(answer.headers['access-control-allow-origin']).toBe(SITE);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

test('while the site’s keys cannot be read, customers sign in with a code', async () => {
  const away = await startIssuer();
  await away.close();
  const other = await startTestApp({ HANDOVER_ISSUER: away.url, HANDOVER_JWKS_URL: away.keysUrl });
  await other.addCustomer({ email: EMAIL });
  const browser = other.newBrowser();
  const code = await receiveCode(other, browser, EMAIL);
  const text = await away.sign({ aud: 'http://portal.test', sub: '42', email: EMAIL });
  expect((await browser.post('/customer-login/ticket', { ticket: text })).json()).toEqual(REFUSED);
  const verified = await browser.post('/customer-login/email/verify', { email: EMAIL, code });
  expect(verified.json()).toMatchObject({ success: true });
  await other.close();
});

/** Of an OpenAPI document. */
interface Paths {
  paths: object;
}

test('without the variables, the address is an unknown one, and nobody documents it', async () => {
  const other = await startTestApp();
  const browser = other.newBrowser();
  await browser.open();
  const unknown = await browser.post('/customer-login/nonsense', {});
  for (const path of ['/customer-login/ticket', '/hooks/back-channel-logout']) {
    const answer = await browser.post(path, {});
    expect([answer.statusCode, answer.json()]).toEqual([404, unknown.json()]);
  }
  expect(Object.keys((await browser.get('/openapi.json')).json<Paths>().paths)).not.toContain(
    '/customer-login/ticket',
  );
  await other.close();
  const document = await portal.app.inject(`${BASE}/openapi.json`);
  expect(Object.keys(document.json<Paths>().paths)).toContain('/customer-login/ticket');
});

describe('the site ends the sessions of its customer', () => {
  const tell = (token: string) =>
    portal.app.inject({
      method: 'POST',
      url: `${BASE}/hooks/back-channel-logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ logout_token: token })),
    });
  const logoutToken = (claims: Record<string, unknown> = {}) =>
    site.sign({ aud: AUDIENCE, sub: '42', ...LOGOUT, ...claims });

  const handedOver = async (claims?: Record<string, unknown>) => {
    const browser = await opened();
    await exchange(browser, await ticket(claims));
    return browser;
  };

  test('in all browsers; not those of others, nor those that a code opened', async () => {
    const customerId = await portal.addCustomer({ email: EMAIL });
    await portal.addCustomer({ email: 'bob@example.com' });
    const [laptop, phone] = [await handedOver(), await handedOver()];
    const others = await handedOver({ email: 'bob@example.com', sub: '43' });
    const byCode = await opened();
    await byCode.post(`${BASE}/customer-login/email`, { email: EMAIL });
    await portal.deliver();
    const code = await portal.inbox.codeFor(EMAIL);
    await byCode.post(`${BASE}/customer-login/email/verify`, { email: EMAIL, code });

    const answer = await tell(await logoutToken());
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await Promise.all([laptop, phone, others, byCode].map(isSignedIn))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(await auditLines(auditLog, { event: 'logout', customerId }, 2)).toEqual(
      Array(2).fill(expect.objectContaining({ outcome: 'signed-out', by: 'site' })),
    );
  });

  test.each<[string, () => Promise<string>]>([
    ['a ticket', () => ticket()],
    ['no event', () => logoutToken({ events: {} })],
    ['a nonce, as an ID token has', () => logoutToken({ nonce: 'n' })],
    ['neither subject nor session', () => logoutToken({ sub: undefined })],
    ['another audience', () => logoutToken({ aud: 'https://other.test' })],
    ['another issuer', () => logoutToken({ iss: 'https://evil.example' })],
    ['a life of an hour', () => logoutToken({ exp: inSeconds(3600) })],
    ['no token', async () => 'x'],
  ])('not by a token with %s', async (_what, make) => {
    await portal.addCustomer({ email: EMAIL });
    const browser = await handedOver();
    const answer = await tell(await make());
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_request' }]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('a token that was used ends nothing again', async () => {
    await portal.addCustomer({ email: EMAIL });
    const token = await logoutToken();
    expect((await tell(token)).statusCode).toBe(200);
    const browser = await handedOver();
    expect((await tell(token)).statusCode).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

test('what is kept of a used ticket names nobody, and goes after an hour', async () => {
  await exchange(await opened(), await ticket());
  const kept = async () => (await dumpTables(portal.database)).filter((row) => row.startsWith('used_tokens'));
  expect(await kept()).toEqual([expect.stringMatching(/^used_tokens: \([\da-f]{64},/)]);
  const clean = createHousekeeping(portal);
  await clean();
  expect(await kept()).toHaveLength(1);
  await portal.passTime({ hours: 1, seconds: 1 });
  await clean();
  expect(await kept()).toEqual([]);
});
