import { randomUUID } from 'node:crypto';
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { buildApp } from '../../app';
import { hashToken } from '../../platform/crypto/secrets';
import { createBrowser, type Browser } from '../../testing/browser';
import { inSeconds, LOGOUT, startIssuer, type TestIssuer } from '../../testing/issuer';
import { signInWithCode } from '../../testing/sign-in';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { execute } from '../../testing/test-database';

const EMAIL = 'ann@example.com';
const PHONE = '+12025550123';
const AUDIENCE = 'https://portal.test/account';
const SITE = 'https://www.acme.example';
const BASE = '/account';

let site: TestIssuer;
let portal: TestApp;
beforeAll(async () => {
  site = await startIssuer();
  portal = await startTestApp({
    PUBLIC_URL: AUDIENCE,
    EMBED_ORIGINS: SITE,
    HANDOVER_ISSUER: site.url,
    HANDOVER_JWKS_URL: site.keysUrl,
  });
});
let customerId: string;
beforeEach(async () => {
  await portal.empty();
  customerId = await portal.addCustomer({ email: EMAIL });
});
afterAll(async () => {
  await portal.close();
  await site.close();
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

/** A browser that opened the portal and exchanged a ticket. */
const handedOver = async (claims?: Record<string, unknown>) => {
  const browser = await opened();
  await exchange(browser, await ticket(claims));
  return browser;
};
const shownTo = async (browser: Browser) =>
  (await browser.get(`${BASE}/auth-check`)).json().customer.contacts.email;

const REFUSED = {
  success: false,
  message: 'You could not be signed in from this page. Please sign in with a code.',
};

test('a ticket of the site opens the same session as a code', async () => {
  const browser = await opened();
  const response = await exchange(browser, await ticket({ email: ' Ann@Example.com ' }));
  expect(response.json()).toEqual({ success: true, message: 'You are signed in.' });
  const shared = { path: BASE, secure: true, sameSite: 'None', httpOnly: true };
  expect(response.cookies).toContainEqual(
    expect.objectContaining({ ...shared, name: 'session_token', maxAge: 168 * 3600 }),
  );
  expect(response.cookies.map(({ name }) => name)).toContain('known_browser');
  expect(response.headers['x-xsrf-token']).toBe(browser.cookies.get('XSRF-TOKEN'));
  expect(await shownTo(browser)).toBe('a•••@example.com');
  expect(await portal.auditLines({ event: 'sign-in', customerId })).toMatchObject([
    { outcome: 'signed-in', by: 'site', contact: 'a•••@example.com' },
  ]);
});

test.each([
  ['the phone number when the email address is unknown', { phone: PHONE }, true],
  ['no number of another address', { email: 'bob@example.com', phone: PHONE }, false],
])('finds a customer by %s', async (_what, customer, isFound) => {
  await portal.addCustomer(customer);
  const browser = await handedOver({ email: 'nobody@example.com', phone_number: '+1 202 555 0123' });
  expect(await isSignedIn(browser)).toBe(isFound);
});

test('finds a customer by the email address before another by the phone number', async () => {
  await portal.addCustomer({ email: 'bob@example.com', phone: PHONE });
  expect(await shownTo(await handedOver({ phone_number: PHONE }))).toBe('a•••@example.com');
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
  'another key under the same ID': async () =>
    site.sign(
      { aud: AUDIENCE, sub: '42', email: EMAIL },
      { key: (await generateKeyPair('ES256')).privateKey },
    ),
  'an unknown key ID': async () =>
    site.sign({ aud: AUDIENCE, sub: '42', email: EMAIL }, { header: { kid: 'other' } }),
  'another address than the signed one': async () => {
    const [header, , signature] = (await ticket()).split('.');
    const [, claims] = (await ticket({ email: 'bob@example.com' })).split('.');
    return [header, claims, signature].join('.');
  },
  'the issuer of another site': () => ticket({ iss: 'https://evil.example' }),
  'the audience of another portal': () => ticket({ aud: 'https://other.test/account' }),
  'the portal’s origin as audience': () => ticket({ aud: 'https://portal.test' }),
  'no audience': () => ticket({ aud: undefined }),
  'an expiry in the past': () => ticket({ iat: inSeconds(-120), exp: inSeconds(-60) }),
  'an issue time in the future': () => ticket({ iat: inSeconds(60), exp: inSeconds(120) }),
  'a lifetime of an hour': () => ticket({ exp: inSeconds(3600) }),
  'no expiry': () => ticket({ exp: undefined }),
  'no issue time': () => ticket({ iat: undefined }),
  'no ID (jti)': () => ticket({ jti: undefined }),
  'no address': () => ticket({ email: undefined }),
  'an unverified address': () => ticket({ email_verified: false }),
  'an address whose verification is a number': () => ticket({ email_verified: 0 }),
  'a number whose verification is empty': () =>
    ticket({ email: undefined, phone_number: PHONE, phone_number_verified: '' }),
  'the claims of a logout token': () => ticket(LOGOUT),
  'text that is not a token': async () => 'ticket',
};

test.each(Object.entries(forge))('gives the same rejection to a ticket with %s', async (_what, make) => {
  await portal.addCustomer({ email: 'bob@example.com', phone: PHONE });
  const browser = await opened();
  const response = await exchange(browser, await make());
  expect(response.statusCode).toBe(401);
  expect(response.json()).toEqual(REFUSED);
  expect(response.cookies).toEqual([]);
  expect(await isSignedIn(browser)).toBe(false);
  const lines = await portal.auditLines({ event: 'sign-in', outcome: 'refused' });
  expect(lines.at(-1)).toMatchObject({
    by: 'site',
    reason: expect.stringMatching(/^[\w-]+( \w+)?$/),
  });
});

test('a ticket works once, at the same time and across all replicas', async () => {
  const text = await ticket();
  const browsers = [await opened(), await opened()];
  const responses = await Promise.all(browsers.map((browser) => exchange(browser, text)));
  expect(responses.filter((response) => response.json().success)).toHaveLength(1);
  const { config, database, keys } = portal;
  const replica = buildApp({ config, database, keys });
  expect((await exchange(await opened(createBrowser(replica)), text)).json()).toEqual(REFUSED);
  await replica.close();
  expect(await portal.auditLines({ event: 'sign-in', reason: 'used' }, 2)).toHaveLength(2);
});

test('a ticket still works after a fault of the database kept it from opening a session', async () => {
  const [browser, text] = [await opened(), await ticket()];
  await execute(portal.database, 'alter table known_browsers rename to away');
  expect((await exchange(browser, text)).statusCode).toBe(500);
  await execute(portal.database, 'alter table away rename to known_browsers');
  expect((await exchange(browser, text)).json()).toMatchObject({ success: true });
});

test('a ticket for nobody creates no customer, and ends the previous customer’s session', async () => {
  const browser = await handedOver();
  const nobody = await ticket({ email: 'nobody@example.com', sub: '44' });
  expect((await exchange(browser, nobody)).json()).toEqual(REFUSED);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await portal.database.selectFrom('customers').select('email').execute()).toHaveLength(1);
  expect(await portal.auditLines({ event: 'sign-in', outcome: 'no-customer' })).toMatchObject([
    { by: 'site', contact: 'n•••@example.com' },
  ]);
});

describe('the exchange of a ticket', () => {
  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page without the CSRF token', { 'x-xsrf-token': '' }],
  ])('is rejected for %s and does not use up the ticket', async (_who, headers) => {
    const browser = await opened();
    const text = await ticket();
    expect((await exchange(browser, text, headers)).statusCode).toBe(403);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await exchange(browser, text)).json()).toMatchObject({ success: true });
  });

  test('is accepted for a site that embeds the portal', async () => {
    const headers = { origin: SITE, 'sec-fetch-site': 'cross-site' };
    const response = await exchange(await opened(), await ticket(), headers);
    expect(response.headers['access-control-allow-origin']).toBe(SITE);
    expect(response.json()).toMatchObject({ success: true });
  });
});

test('customers can sign in with a code while the site’s keys are unavailable', async () => {
  const away = await startIssuer();
  await away.close();
  const other = await startTestApp({ HANDOVER_ISSUER: away.url, HANDOVER_JWKS_URL: away.keysUrl });
  await other.addCustomer({ email: EMAIL });
  const browser = await other.openBrowser();
  const text = await away.sign({ aud: 'http://portal.test', sub: '42', email: EMAIL });
  expect((await browser.post('/customer-login/ticket', { ticket: text })).json()).toEqual(REFUSED);
  expect((await signInWithCode(other, browser, EMAIL)).json()).toMatchObject({ success: true });
  await other.close();
});

describe('a logout token of the site', () => {
  const sendLogout = (token: string) =>
    portal.newBrowser().postForm(`${BASE}/hooks/back-channel-logout`, { logout_token: token });
  const logoutToken = (claims: Record<string, unknown> = {}) =>
    site.sign({ aud: AUDIENCE, sub: '42', ...LOGOUT, ...claims });

  test('ends the customer’s ticket sessions in all browsers, but not those of others or from codes', async () => {
    await portal.addCustomer({ email: 'bob@example.com' });
    const [laptop, phone] = [await handedOver(), await handedOver()];
    const others = await handedOver({ email: 'bob@example.com', sub: '43' });
    const byCode = await handedOver();
    await portal.database
      .updateTable('sessions')
      .set({ issuer: null, subject: null })
      .where('token_hash', '=', hashToken(byCode.cookies.get('session_token') ?? ''))
      .execute();

    const response = await sendLogout(await logoutToken());
    expect([response.statusCode, response.body]).toEqual([200, '']);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await Promise.all([laptop, phone].map(isSignedIn))).toEqual([false, false]);
    expect(await Promise.all([others, byCode].map(isSignedIn))).toEqual([true, true]);
    expect(await portal.auditLines({ event: 'logout', customerId }, 2)).toEqual(
      Array(2).fill(expect.objectContaining({ outcome: 'signed-out', by: 'site' })),
    );
  });

  test.each<[string, () => Promise<string>]>([
    ['is a ticket', () => ticket()],
    ['has no event', () => logoutToken({ events: {} })],
    ['has a nonce, like an ID token', () => logoutToken({ nonce: 'n' })],
    ['has neither subject nor session', () => logoutToken({ sub: undefined })],
    ['has another audience', () => logoutToken({ aud: 'https://other.test' })],
  ])('is rejected when it %s', async (_what, make) => {
    const browser = await handedOver();
    const response = await sendLogout(await make());
    expect([response.statusCode, response.json()]).toEqual([400, { error: 'invalid_request' }]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('still works after a fault of the database', async () => {
    const [browser, token] = [await handedOver(), await logoutToken()];
    await execute(portal.database, 'alter table sessions rename to away');
    expect((await sendLogout(token)).statusCode).toBe(500);
    await execute(portal.database, 'alter table away rename to sessions');
    expect((await sendLogout(token)).statusCode).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('works only once', async () => {
    const token = await logoutToken();
    await sendLogout(token);
    const browser = await handedOver();
    expect((await sendLogout(token)).statusCode).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });
});
