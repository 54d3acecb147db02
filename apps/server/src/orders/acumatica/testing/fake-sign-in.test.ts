import {
  CREDENTIALS,
  startFakeAcumatica,
  type FakeAcumatica,
  type FakeOptions,
} from '../../../../../../e2e/acumatica/fake-acumatica';

/** What the fake knows of sign-ins, each with its source: see e2e/acumatica/fake-sign-in.ts. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let fake: FakeAcumatica;
const clock = { now: Date.parse('2026-03-10T08:00:00Z') };
afterEach(() => fake.stop());

const start = async (options: FakeOptions = {}) => {
  fake = await startFakeAcumatica({ now: () => clock.now, ...options });
  return fake;
};

const { user: name, password, tenant, clientId, clientSecret } = CREDENTIALS;

const login = (given: object = {}) =>
  fetch(`${fake.url}/entity/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ name, password, tenant, ...given }),
  });

/** The cookies of a sign-in, or of what it renewed. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const read = (headers: Record<string, string>) =>
  fetch(`${fake.url}/entity/Default/24.200.001/ServiceOrder?$top=1`, { headers, redirect: 'manual' });

const tokenFor = async (grant: Record<string, string>) => {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant });
  const response = await fetch(`${fake.url}/identity/connect/token`, { method: 'POST', body });
  const answer = (await response.json()) as { access_token?: string; refresh_token?: string; error?: string };
  return { status: response.status, ...answer };
};

test('a sign-in is 204 with several cookies, all of which a request needs (AR Basic_Login)', async () => {
  await start();
  const response = await login();
  expect(response.status).toBe(204);
  const cookies = cookiesOf(response);
  expect(cookies).toMatch(/SessionId=.*ASPXAUTH=/);
  expect((await read({ cookie: cookies })).status).toBe(200);
  expect((await read({ cookie: cookies.replace(/; .*/, '') })).status).toBe(401);
});

test.each<[string, FakeOptions, object, number, string]>([
  ['without a name (AR Basic_Login)', {}, { name: '' }, 400, 'required'],
  ['a wrong password (public integrations)', {}, { password: 'x' }, 500, 'Invalid credentials'],
  ['a wrong tenant (public integrations)', {}, { tenant: 'x' }, 500, 'Invalid credentials'],
  ['no seat (C# AuthApi)', { seats: 0 }, {}, 500, 'API Login Limit'],
  ['no seat, barely (C# AuthApi)', { seats: 0, seatRefusal: 'bare' }, {}, 429, 'Too many requests'],
  ['no session of the user (AR Limitation_of_API_Connections)', { userSessions: 0 }, {}, 500, 'concurrent'],
  ['an expired license (assumed)', { isLicenseExpired: true }, {}, 500, 'license has expired'],
])('a refusal is never 401: %s', async (_what, options, given, status, sentence) => {
  await start(options);
  const response = await login(given);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(sentence);
});

test('a session ends after 10 minutes without a request (AR Basic_Logout)', async () => {
  await start();
  const cookie = cookiesOf(await login());
  clock.now += 9 * MINUTE;
  expect((await read({ cookie })).status).toBe(200);
  clock.now += 9 * MINUTE;
  expect((await read({ cookie })).status).toBe(200);
  clock.now += 11 * MINUTE;
  expect((await read({ cookie })).status).toBe(401);
});

test.each([
  [302, 302, /Object moved/],
  ['page', 200, /^<!DOCTYPE html>.*Sign In/],
] as const)('one that has ended is answered by %s (public integrations)', async (endedBy, status, body) => {
  await start({ endedBy });
  const response = await read({ cookie: 'ASP.NET_SessionId=x' });
  expect(response.status).toBe(status);
  expect(await response.text()).toMatch(body);
});

test('three failed sign-ins lock the user for 15 minutes; 10 minutes reset the count (AR SM_20_10_60)', async () => {
  await start();
  const fail = () => login({ password: 'x' });
  await fail();
  await fail();
  clock.now += 11 * MINUTE;
  await fail();
  expect((await login()).status).toBe(204);
  for (let times = 0; times < 3; times += 1) await fail();
  expect(await (await login()).text()).toContain('locked');
  clock.now += 16 * MINUTE;
  expect((await login()).status).toBe(204);
});

test('OAuth: the tokens of a grant share a session, and each is good for one refresh (AR OAuth SignOut)', async () => {
  await start({ seats: 1 });
  const grant = { grant_type: 'password', username: name, password, scope: 'api offline_access' };
  const first = await tokenFor(grant);
  await read({ authorization: `Bearer ${first.access_token}` });
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
  const second = await tokenFor(refresh);
  expect((await read({ authorization: `Bearer ${second.access_token}` })).status).toBe(200);
  expect(fake.openSessions()).toBe(1);
  expect(await tokenFor(refresh)).toEqual({ status: 400, error: 'invalid_grant' });
  expect((await tokenFor({ ...grant, scope: 'api' })).refresh_token).toBeUndefined();
});

test.each([
  ['30 days after the first one, unless they slide', {}, 400],
  ['later, if they slide', { slidingDays: 30 }, 200],
])('OAuth: refresh tokens end %s (AR SlidingExpiration)', async (_when, options, status) => {
  const { newRefreshToken } = await start(options);
  let refresh_token: string = newRefreshToken();
  for (let times = 0; times < 2; times += 1) {
    clock.now += 14 * DAY;
    refresh_token = (await tokenFor({ grant_type: 'refresh_token', refresh_token })).refresh_token ?? '';
  }
  clock.now += 3 * DAY;
  expect((await tokenFor({ grant_type: 'refresh_token', refresh_token })).status).toBe(status);
});

test.each([200, 503] as const)('during maintenance, each request gets a page, by %d', async (status) => {
  const { state } = await start();
  state.maintenance = status;
  const response = await login();
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('text/html');
});
