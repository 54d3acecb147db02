import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { deriveKeys } from '../../platform/crypto/keys';
import { startBackEnd } from '../../testing/back-end';
import { signIn } from '../../testing/sign-in';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { createCustomerTokens } from './customer-token';

/* The whole portal in front of a back end, which verifies tokens as docs/back-ends.md shows it. */

const PORTAL = 'http://portal.test';
const [CURRENT, NEXT] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

let backEnd: Awaited<ReturnType<typeof startBackEnd>>;
let portal: TestApp;
beforeAll(async () => {
  backEnd = await startBackEnd();
  portal = await startTestApp({}, deriveKeys(CURRENT, NEXT), { orders: { api: backEnd.url } });
});
beforeEach(async () => {
  backEnd.requests.length = 0;
  await portal.empty();
});
afterAll(async () => {
  await portal.close();
  await backEnd.close();
});

const keysOfPortal = () =>
  createRemoteJWKSet(new URL(`${PORTAL}/-/jwks.json`), {
    [customFetch]: async (url) => new Response((await portal.app.inject(url)).body),
  });

/** The five lines of the guide, for one back end. */
const createVerifier = (audience = 'orders') => {
  const keys = keysOfPortal();
  const used = new Set<string>();
  return async (authorization = '') => {
    const token = authorization.replace('Bearer ', '');
    const { payload } = await jwtVerify(token, keys, {
      issuer: PORTAL,
      audience,
      requiredClaims: ['exp', 'jti'],
    });
    if (used.size === used.add(payload.jti ?? '').size) throw new Error('used before');
    return payload.sub;
  };
};

const lastToken = () => backEnd.requests.at(-1)?.headers.authorization;

const signedIn = async (email = 'ann@example.com') => signIn(portal, email);

test('the back end sees who the customer is, for a minute, with every call anew', async () => {
  const { browser, customerId } = await signedIn();
  const verify = createVerifier();
  for (let call = 1; call <= 2; call++) {
    expect((await browser.get('/api/orders/summary')).statusCode).toBe(200);
    expect(await verify(lastToken())).toBe(`customer-${customerId}`);
  }
  const { payload } = await jwtVerify((lastToken() ?? '').replace('Bearer ', ''), keysOfPortal());
  expect(payload).toMatchObject({ iss: PORTAL, aud: 'orders' });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
  expect(JSON.stringify(payload)).not.toContain('ann@');
});

test('nobody without a session, or with one that has ended, reaches the back end', async () => {
  expect((await portal.newBrowser().get('/api/orders/summary')).statusCode).toBe(401);
  const { browser } = await signedIn();
  await portal.passTime({ hours: 25 });
  expect((await browser.get('/api/orders/summary')).statusCode).toBe(401);
  expect(backEnd.requests).toEqual([]);
});

test('what writes needs the CSRF token and a page of the portal', async () => {
  const { browser } = await signedIn();
  const without = await browser.post('/api/orders/visits', {}, { 'x-xsrf-token': undefined });
  const elsewhere = await browser.post('/api/orders/visits', {}, { 'sec-fetch-site': 'cross-site' });
  expect([without.statusCode, elsewhere.statusCode]).toEqual([403, 403]);
  expect(backEnd.requests).toEqual([]);
  expect((await browser.post('/api/orders/visits', { day: 1 })).statusCode).toBe(200);
});

test('a token works once, and for one back end', async () => {
  const { browser } = await signedIn();
  await browser.get('/api/orders/summary');
  const token = lastToken();
  const verify = createVerifier();
  await verify(token);
  await expect(verify(token)).rejects.toThrow('used before');
  await expect(createVerifier('invoices')(token)).rejects.toMatchObject({ claim: 'aud' });
});

test('the keys are public, and include the other one while SECRET_KEY is replaced', async () => {
  const response = await portal.app.inject('/-/jwks.json');
  expect(response.headers['cache-control']).toBe('public, max-age=300');
  const { keys } = response.json<{ keys: Record<string, string>[] }>();
  expect(keys).toHaveLength(2);
  for (const key of keys) {
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    expect(key).not.toHaveProperty('d');
  }
  const swapped = await createCustomerTokens(deriveKeys(NEXT, CURRENT).customerTokens, PORTAL);
  const token = await swapped.sign('1', 'orders');
  expect(await createVerifier()(token)).toBe('customer-1');
});
