import { OAUTH, useErp } from './testing/erp';
import type { FakeOptions } from '../../../../../e2e/acumatica/fake-acumatica';

const {
  erp,
  start: startErp,
  owners,
  state,
  failure,
  endLease,
} = useErp({
  ACUMATICA_URL: 'http://127.0.0.1:1',
  ACUMATICA_USER: 'portal',
  ACUMATICA_PASSWORD: 'secret',
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ann = { 'Contact/Email': 'ann@example.com' };

const start = async (options?: FakeOptions) => {
  await startErp(options);
  erp.fake.addOrder('1', ann);
  return erp;
};

const signIns = () => erp.fake.stats.paths.filter((path) => /auth\/login$/.test(path)).length;

/** Lets minutes pass, one after the other. */
const pass = async (minutes: number, ...replicas: { work: () => Promise<void> }[]) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    erp.clock.now += MINUTE;
    for (const replica of replicas) await replica.work();
  }
};

test.each([401, 302, 'page'] as const)('a session that ended by %s is renewed', async (endedBy) => {
  const { fake, startReplica } = await start({ endedBy, seats: 1 });
  const replica = await startReplica();
  await replica.work();
  fake.expire();
  fake.addOrder('2', ann);
  await pass(5, replica);
  expect(Object.keys(await owners())).toEqual(['1', '2']);
  expect(signIns()).toBe(2);
  expect(await failure()).toBeNull();
  // Redirects are not followed.
  expect(fake.stats.paths).not.toContain('/Frames/Login.aspx');
});

test.each([
  ['seems over', {}, () => erp.fake.faults.push(401)],
  ['is another user’s', { ACUMATICA_BRANCH: 'MAIN' }, () => endLease()],
] as const)('a session that %s gives its seat back before the next one', async (_why, env, change) => {
  const { fake, logged, startReplica } = await start({ seats: 1 });
  await (await startReplica()).work();
  await change();
  await endLease();
  fake.addOrder('2', ann);
  await pass(5, await startReplica(env));
  expect(Object.keys(await owners())).toEqual(['1', '2']);
  expect(signIns()).toBe(2);
  expect(logged.join()).not.toContain('reading orders from the ERP failed');
});

test('a sign-in that a stop interrupts leaves no seat taken', async () => {
  const { fake, startReplica } = await start({ seats: 1 });
  const replica = await startReplica({}, 1);
  await replica.work();
  await replica.stop();
  expect(fake.openSessions()).toBe(0);
});

test('cookies that a response renews are kept, also for the next process', async () => {
  const { fake, startReplica } = await start({ isRenewingCookies: true, seats: 1 });
  await pass(3, await startReplica());
  await endLease();
  fake.addOrder('2', ann);
  await pass(3, await startReplica());
  expect(Object.keys(await owners())).toEqual(['1', '2']);
  expect(signIns()).toBe(1);
});

describe('a refused password', () => {
  const wrong = { ACUMATICA_PASSWORD: 'wrong' };

  test('is tried once, then after 15 minutes, by all replicas and after restarts', async () => {
    const { fake, startReplica } = await start();
    const replicas = [await startReplica(wrong), await startReplica(wrong)];
    await pass(7, ...replicas);
    await endLease();
    await pass(7, await startReplica(wrong));
    expect(fake.stats.failedSignIns).toBe(1);
    expect(await failure()).toMatch(
      /^Acumatica refuses the sign-in.* tries the same again at 08:16 UTC, and others at once\.$/,
    );
    await endLease();
    await pass(120, ...replicas);
    expect(fake.stats.failedSignIns).toBeLessThanOrEqual(9);
    await endLease();
    await (await startReplica()).work();
    expect(await owners()).toEqual({ 1: 'ann@example.com' });
    expect(await state()).toMatchObject({ failure: null, refused_until: null });
  });

  test('waits for 15 minutes also after the clock was put back by days', async () => {
    const { fake, clock, startReplica } = await start();
    await (await startReplica(wrong)).work();
    await endLease();
    clock.now -= 2 * DAY;
    await pass(2, await startReplica(wrong));
    expect(fake.stats.failedSignIns).toBe(2);
  });
});

test.each([
  ['cookies', 500, async () => ({})],
  ['cookies', 404, async () => ({})],
  ['a consent', 500, () => erp.consent()],
] as const)('with %s, a sign-in that fails by %d is none that is refused', async (_way, status, envOf) => {
  const { fake, clock, startReplica } = await start();
  const replica = await startReplica(await envOf());
  fake.faults.push(status);
  await replica.work();
  expect(await failure()).toContain(`Acumatica fails at the sign-in (${status}), and has the reason`);
  clock.now += 10_000;
  await replica.work();
  expect(await owners()).toEqual({ 1: 'ann@example.com' });
});

test.each([
  ['30 minutes', () => '1800', 29],
  ['a moment', () => new Date(erp.clock.now + 30 * MINUTE).toUTCString(), 29],
  ['nothing', () => '', 0],
])('429 with %s in Retry-After is waited for', async (_what, retryAfter, minutes) => {
  const { fake, clock, startReplica } = await start();
  const replica = await startReplica();
  await replica.work();
  fake.options.retryAfter = retryAfter();
  fake.faults.push(429);
  clock.now += 25_000;
  await replica.work();
  const before = fake.stats.requests;
  await pass(minutes, replica);
  expect(fake.stats.requests).toBe(before);
  await pass(2, replica);
  expect(fake.stats.requests).toBeGreaterThan(before);
});

test.each<[string, FakeOptions, RegExp]>([
  ['no seat', { seats: 0 }, /no API session left.*number of API users in its license/],
  ['no seat, by a bare 429', { seats: 0, seatRefusal: 'bare' }, /no API session left.*number of API users/],
  ['no session of the user', { userSessions: 0 }, /The user has no API session left.*SM201010/],
  ['an expired license', { isLicenseExpired: true }, /license has expired.*SM201510/],
])('%s is no refused password, and says what to do', async (_what, options, sentence) => {
  const { fake, startReplica } = await start(options);
  const replica = await startReplica();
  await replica.work();
  expect(await failure()).toMatch(sentence);
  Object.assign(fake.options, { seats: 1, userSessions: 1, isLicenseExpired: false });
  await pass(6, replica);
  expect(await owners()).toEqual({ 1: 'ann@example.com' });
});

test.each([
  [200, /shows a page in place of data \(200\)\. During maintenance, wait/],
  [503, /restarts, or is in maintenance \(503\).*SM203510/],
] as const)('maintenance by %d says so, and ends', async (status, sentence) => {
  const { fake, startReplica } = await start({ seats: 1 });
  const replica = await startReplica();
  await replica.work();
  fake.state.maintenance = status;
  await pass(20, replica);
  expect(await failure()).toMatch(sentence);
  fake.state.maintenance = undefined;
  fake.addOrder('2', ann);
  await pass(8, replica);
  expect(Object.keys(await owners())).toEqual(['1', '2']);
});

describe('the day of the consent', () => {
  test('stays with the tokens that follow', async () => {
    const { clock, consent, startReplica } = await start({ slidingDays: 30 });
    const replica = await startReplica(await consent());
    await replica.work();
    const { granted_at: first } = await state();
    expect(first?.getTime()).toBeGreaterThan(clock.now - MINUTE);
    clock.now += 20 * DAY;
    await replica.work();
    clock.now += 20 * DAY;
    await replica.work();
    expect(await state()).toMatchObject({ granted_at: first, failure: null });
  });

  test('and the next token survive a stop while the tokens are on their way', async () => {
    const { consent, startReplica } = await start();
    const env = await consent();
    await (await startReplica(env, 1)).work();
    await endLease();
    await (await startReplica(env)).work();
    expect(await state()).toMatchObject({ granted_at: expect.any(Date), failure: null });
  });

  test('is over after 30 days without Sliding Expiration', async () => {
    const { clock, consent, startReplica } = await start();
    const replica = await startReplica(await consent());
    await replica.work();
    clock.now += 31 * DAY;
    await replica.work();
    expect(await failure()).toMatch(/refuses the refresh token. Run `pnpm portal erp connect`.*Sliding/);
  });
});

test('without a consent, it says how to give one', async () => {
  const { startReplica } = await start();
  await (await startReplica(OAUTH)).work();
  expect(await failure()).toMatch(/Nobody has consented.*pnpm portal erp connect/);
});
