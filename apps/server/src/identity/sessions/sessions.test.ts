import { randomUUID } from 'node:crypto';
import { calls } from '@portal/api/wire';
import * as v from 'valibot';
import { receiveCode } from '../../testing/sign-in';
import type { Browser } from '../../testing/browser';
import { useTestApp } from '../../testing/test-app';

const portal = useTestApp({ COUNTRY_HEADER: 'cf-ipcountry', LANGUAGES: 'en,de', LIMIT_CODES: '9/1h' });

const ANN = 'ann@example.com';
const BEN = 'ben@example.com';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

beforeEach(async () => {
  for (const email of [ANN, BEN]) await portal.addCustomer({ email });
});

/** Signs in on another device. */
const signInOn = async (userAgent: string, email = ANN, country?: string) => {
  const browser = portal.newBrowser();
  const code = await receiveCode(portal, browser, email);
  const headers = { 'user-agent': userAgent, 'cf-ipcountry': country };
  await browser.post('/customer-login/email/verify', { email, code }, headers);
  return browser;
};

const sessionsOf = async (browser: Browser, headers?: Record<string, string>) =>
  v.parse(calls.listSessions.response, (await browser.get('/sessions', headers)).json());

const isSignedIn = async (browser: Browser) => (await browser.get('/auth-check')).statusCode === 200;

/** Ann on two devices, the phone first. */
const annOnTwo = async () => {
  const phone = await signInOn(IPHONE, ANN, 'DE');
  await portal.passTime({ hours: 2 });
  return { phone, laptop: await signInOn('a program') };
};

test('lists where this customer is signed in: this device first, named in the reader’s language', async () => {
  const { phone, laptop } = await annOnTwo();
  await signInOn(IPHONE, BEN);
  const there = { isCurrent: false, device: 'Safari on iPhone', country: 'Germany' };
  const here = { isCurrent: true, device: null, country: null };
  const listed = await sessionsOf(laptop);
  expect(listed).toMatchObject([here, there]);
  const [now = 0, before = 0] = listed.map(({ lastUsedAt }) => Date.parse(lastUsedAt));
  expect(now - before).toBeGreaterThanOrEqual(2 * 3_600_000);
  expect(await sessionsOf(phone, { 'accept-language': 'de' })).toMatchObject([
    { isCurrent: true, device: 'Safari auf iPhone', country: 'Deutschland' },
    { isCurrent: false },
  ]);
});

test('keeps no more of a browser than the parts of its name', async () => {
  await signInOn(IPHONE);
  const { token_hash: _, ...session } = await portal.database
    .selectFrom('sessions')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(session).toMatchObject({ browser: 'Safari', system: 'iPhone', country: null });
  expect(JSON.stringify(session)).not.toMatch(/Mozilla|Mobile/);
});

test('says nothing of sessions that are over', async () => {
  const { laptop } = await annOnTwo();
  await portal.passTime({ hours: 23 });
  expect(await sessionsOf(laptop)).toMatchObject([{ isCurrent: true }]);
});

test('ends one session at once, and ending it twice ends well', async () => {
  const { phone, laptop } = await annOnTwo();
  const third = await signInOn(IPHONE);
  const { id } = (await sessionsOf(laptop)).at(-1) ?? {};
  for (const attempt of [1, 2]) {
    const response = await laptop.post('/sessions/end', { id });
    expect([attempt, response.statusCode, response.json()]).toEqual([attempt, 200, { success: true }]);
  }
  expect(await isSignedIn(phone)).toBe(false);
  expect(await isSignedIn(third)).toBe(true);
  expect(await sessionsOf(laptop)).toHaveLength(2);
});

test('ends all others, and neither this session nor another customer’s', async () => {
  const { phone, laptop } = await annOnTwo();
  const ben = await signInOn(IPHONE, BEN);
  const [own] = await sessionsOf(laptop);
  const [foreign] = await sessionsOf(ben);
  await laptop.post('/sessions/end', { others: true });
  for (const session of [own, foreign]) await laptop.post('/sessions/end', { id: session?.id });
  expect(await Promise.all([phone, laptop, ben].map(isSignedIn))).toEqual([false, true, true]);
});

test('needs a session, a CSRF token, and one of its two bodies', async () => {
  const { laptop } = await annOnTwo();
  const stranger = portal.newBrowser();
  await stranger.open();
  expect((await stranger.get('/sessions')).statusCode).toBe(401);
  expect((await stranger.post('/sessions/end', { others: true })).statusCode).toBe(401);
  const untold = { 'x-xsrf-token': undefined };
  expect((await laptop.post('/sessions/end', { others: true }, untold)).statusCode).toBe(403);
  const bodies = [{}, [], { id: 'x' }, { others: false }, { id: randomUUID(), others: true }, { id: null }];
  for (const body of bodies) expect((await laptop.post('/sessions/end', body)).statusCode).toBe(400);
  expect(await sessionsOf(laptop)).toHaveLength(2);
});
