import { createHash } from 'node:crypto';
import type { Browser } from '../../testing/browser';
import { startIdentityProvider } from '../../testing/identity-provider';
import { LOGOUT } from '../../testing/issuer';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { dumpTables } from '../../testing/test-database';

const EMAIL = 'ann@example.com';
const PHONE = '+12025550123';
const PUBLIC_URL = 'https://portal.test/account';
const CALLBACK = '/account/sign-in/oidc/callback';

let idp: Awaited<ReturnType<typeof startIdentityProvider>>;
let portal: TestApp;
const variables = () => ({
  PUBLIC_URL,
  OIDC_ISSUER: idp.url,
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret of the portal',
  OIDC_NAME: 'Acme ID',
});
beforeAll(async () => {
  idp = await startIdentityProvider();
  portal = await startTestApp(variables());
});
let customerId: string;
beforeEach(async () => {
  await portal.empty();
  customerId = await portal.addCustomer({ email: EMAIL, phone: PHONE });
  idp.asked.token = [];
});
afterAll(async () => {
  await portal.close();
  await idp.close();
});

/** Starts a sign-in. @returns the authorization URL at the provider */
const begin = async (browser: Browser, returnTo = '/service-order/000019') => {
  const response = await browser.get(`/account/sign-in/oidc?${String(new URLSearchParams({ returnTo }))}`);
  expect(response.statusCode).toBe(303);
  return new URL(String(response.headers.location));
};

/** Calls the callback, as the browser does when the provider redirects it back. */
const followCallback = (browser: Browser, authorizationUrl: URL, change: Record<string, string> = {}) => {
  const state = authorizationUrl.searchParams.get('state') ?? '';
  const query = new URLSearchParams({ code: 'c0de', state, ...change });
  return browser.get(`${CALLBACK}?${String(query)}`, { 'sec-fetch-site': 'cross-site' });
};

/** A browser that the provider is about to redirect back. */
const begun = async (person: Parameters<typeof idp.welcome>[0] = VERIFIED, returnTo?: string) => {
  const browser = portal.newBrowser();
  const authorizationUrl = await begin(browser, returnTo);
  idp.welcome(person, authorizationUrl);
  return { browser, authorizationUrl };
};

const signInAs = async (person: Parameters<typeof idp.welcome>[0]) => {
  const { browser, authorizationUrl } = await begun(person);
  return { browser, authorizationUrl, response: await followCallback(browser, authorizationUrl) };
};

const VERIFIED = { claims: { email: EMAIL, email_verified: true } };
const isSignedIn = async (browser: Browser) => (await browser.get('/account/auth-check')).statusCode === 200;
const loginWith = (problem: string, returnTo = '/service-order/000019') =>
  `/account/login?${String(new URLSearchParams({ problem, returnTo }))}`;

test('the authorization request has PKCE, state and nonce, and its cookie is unreadable', async () => {
  const browser = portal.newBrowser();
  const authorizationUrl = await begin(browser);
  expect(authorizationUrl.origin + authorizationUrl.pathname).toBe(`${idp.url}/authorize`);
  expect(Object.fromEntries(authorizationUrl.searchParams)).toEqual({
    client_id: 'portal',
    response_type: 'code',
    redirect_uri: `https://portal.test${CALLBACK}`,
    scope: 'openid email',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const stored = Buffer.from(browser.cookies.get('sign_in_provider') ?? '', 'base64').toString('latin1');
  expect(stored).not.toMatch(/nonce|state|verifier/);
});

test('signs in a customer with a verified address and redirects to the requested screen', async () => {
  const { browser, authorizationUrl, response } = await signInAs(VERIFIED);
  expect([response.statusCode, response.headers.location]).toEqual([303, '/account/service-order/000019']);
  const attributes = { path: '/account', httpOnly: true, secure: true, sameSite: 'Lax' };
  expect(response.cookies).toContainEqual(expect.objectContaining({ name: 'session_token', ...attributes }));
  expect(browser.cookies.has('sign_in_provider')).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await portal.auditLines({ event: 'sign-in', customerId })).toMatchObject([
    { outcome: 'signed-in', by: 'provider', contact: 'a•••@example.com' },
  ]);
  const [exchange] = idp.asked.token;
  const hash = createHash('sha256').update(exchange?.['code_verifier'] ?? '');
  expect(hash.digest('base64url')).toBe(authorizationUrl.searchParams.get('code_challenge'));
  expect(exchange).toMatchObject({
    grant_type: 'authorization_code',
    code: 'c0de',
    redirect_uri: `https://portal.test${CALLBACK}`,
    authorization: expect.stringMatching(/^Basic /),
  });
});

test.each([
  ['the userinfo response', { info: { email: EMAIL, email_verified: true } }],
  ['the phone number', { claims: { phone_number: PHONE, phone_number_verified: true } }],
])('finds a customer also by %s', async (_what, person) => {
  expect(await isSignedIn((await signInAs(person)).browser)).toBe(true);
});

test.each([
  ['an unverified address', { claims: { email: EMAIL, email_verified: false } }],
  ['an address without a verification flag', { claims: { email: EMAIL } }],
  ['an unknown address', { claims: { email: 'nobody@example.com', email_verified: true } }],
])('signs nobody in with %s, and redirects to the sign-in screen with the reason', async (_what, person) => {
  const { browser, response } = await signInAs(person);
  expect(response.headers.location).toBe(loginWith('unknown'));
  expect(await isSignedIn(browser)).toBe(false);
  expect(await portal.database.selectFrom('customers').select('email').execute()).toEqual([{ email: EMAIL }]);
});

test('the audit log says that the provider named no verified contact, or nobody’s', async () => {
  await signInAs({ claims: { email: EMAIL } });
  await signInAs({ claims: { email: 'nobody@example.com', email_verified: true } });
  expect(await portal.auditLines({ event: 'sign-in' }, 2)).toMatchObject([
    { outcome: 'refused', by: 'provider', reason: 'no-verified-contact' },
    { outcome: 'no-customer', by: 'provider', contact: 'n•••@example.com' },
  ]);
});

test.each<[string, Record<string, unknown>]>([
  ['from another issuer', { iss: 'https://evil.example' }],
  ['with another nonce', { nonce: 'n' }],
])('rejects an ID token %s', async (_what, claims) => {
  const { browser, response } = await signInAs({ claims: { ...VERIFIED.claims, ...claims } });
  expect(response.headers.location).toBe(loginWith('failed'));
  expect(await isSignedIn(browser)).toBe(false);
  const lines = await portal.auditLines({ event: 'sign-in', outcome: 'refused' });
  expect(lines.at(-1)).toMatchObject({ by: 'provider', reason: expect.stringMatching(/^[\w-]+$/) });
});

test('redirects to the sign-in screen when the customer cancels', async () => {
  const browser = portal.newBrowser();
  const authorizationUrl = await begin(browser);
  const state = authorizationUrl.searchParams.get('state') ?? '';
  const query = new URLSearchParams({ error: 'access_denied', state });
  expect((await browser.get(`${CALLBACK}?${String(query)}`)).headers.location).toBe(loginWith('cancelled'));
});

test('never redirects to another site after sign-in', async () => {
  const { browser, authorizationUrl } = await begun(VERIFIED, '//evil.example');
  const { headers } = await followCallback(browser, authorizationUrl);
  expect(headers.location).toBe('/account/service-orders');
});

test('rejects an authorization response with another state, or a second time', async () => {
  const { browser, authorizationUrl } = await begun();
  const other = await followCallback(browser, authorizationUrl, { state: 'x'.repeat(43) });
  expect(other.headers.location).toBe(loginWith('failed'));
  expect(idp.asked.token).toEqual([]);
  const again = await signInAs(VERIFIED);
  const { headers } = await followCallback(again.browser, again.authorizationUrl);
  expect(headers.location).toContain('problem=failed');
});

test('rejects an authorization response in a browser that started none, or has an invented cookie', async () => {
  const { authorizationUrl } = await begun();
  const victim = portal.newBrowser();
  const lost = loginWith('failed', '/service-orders');
  expect((await followCallback(victim, authorizationUrl)).headers.location).toBe(lost);
  victim.cookies.set('sign_in_provider', Buffer.from('{"state":"x"}').toString('base64'));
  expect((await followCallback(victim, authorizationUrl)).headers.location).toBe(lost);
});

test('stays in the portal when the provider goes away after it had answered', async () => {
  const leaving = await startIdentityProvider();
  const other = await startTestApp({ ...variables(), OIDC_ISSUER: leaving.url });
  await other.addCustomer({ email: EMAIL });
  const browser = other.newBrowser();
  const authorizationUrl = await begin(browser);
  leaving.welcome(VERIFIED, authorizationUrl);
  await followCallback(browser, authorizationUrl);
  await leaving.close();
  const again = await browser.get('/account/sign-in/oidc?returnTo=/service-orders');
  expect(again.headers.location).toBe(loginWith('failed', '/service-orders'));
  expect((await browser.post('/account/logout')).json()).toMatchObject({
    success: true,
    redirect: `${PUBLIC_URL}/login?problem=stayed`,
  });
  expect(await isSignedIn(browser)).toBe(false);
  await other.close();
});

describe('signing out', () => {
  const signedIn = async (claims: Record<string, unknown> = {}) =>
    (await signInAs({ claims: { ...VERIFIED.claims, ...claims } })).browser;

  test('redirects to the provider, with its ID token as a hint', async () => {
    const browser = await signedIn();
    const { redirect } = (await browser.post('/account/logout')).json<{ redirect: string }>();
    const url = new URL(redirect);
    expect(url.origin + url.pathname).toBe(`${idp.url}/end`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      post_logout_redirect_uri: `${PUBLIC_URL}/login`,
    });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.post('/account/logout')).json()).not.toHaveProperty('redirect');
  });

  test('keeps no readable ID token in the database', async () => {
    await signedIn();
    const rows = (await dumpTables(portal.database)).join('\n');
    expect(rows).toContain(`,${idp.url},42,`);
    expect(rows).not.toContain('eyJ');
  });

  const sendLogout = async (claims: Record<string, unknown>) =>
    portal.newBrowser().postForm('/account/hooks/back-channel-logout', {
      logout_token: await idp.sign({ aud: 'portal', ...LOGOUT, ...claims }),
    });

  test('at the provider ends the session that it names, or all sessions of the customer', async () => {
    const [one, other] = [await signedIn({ sid: 'one' }), await signedIn({ sid: 'other' })];
    expect((await sendLogout({ sub: '42', sid: 'one' })).statusCode).toBe(200);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
    expect((await sendLogout({ sid: 'other' })).statusCode).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
    const again = await signedIn({ sid: 'again' });
    expect((await sendLogout({ sub: '42' })).statusCode).toBe(200);
    expect(await isSignedIn(again)).toBe(false);
  });

  test('at the provider ends a session without a session ID by its subject', async () => {
    const browser = await signedIn();
    await sendLogout({ sub: '43', sid: 'one' });
    expect(await isSignedIn(browser)).toBe(true);
    await sendLogout({ sub: '42', sid: 'one' });
    expect(await isSignedIn(browser)).toBe(false);
  });
});
