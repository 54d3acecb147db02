import { startTestApp, type TestApp } from '../testing/test-app';

let portal: TestApp;
beforeAll(async () => {
  portal = await startTestApp();
  await portal.addCustomer({ email: 'known@example.com', phone: '+12025550101' });
});
afterAll(() => portal.close());

const answersTo = async (step: string, bodies: object[]) =>
  Promise.all(
    bodies.map(async (body) => {
      const browser = portal.newBrowser();
      await browser.open();
      const { statusCode, body: text, headers } = await browser.post(step, body);
      const { 'x-request-id': _, date: __, 'set-cookie': ___, ...comparable } = headers;
      return { statusCode, text, comparable };
    }),
  );

test.each([
  ['/customer-login/email', { email: 'known@example.com' }, { email: 'other@example.com' }],
  ['/customer-login/phone', { phone: '+12025550101' }, { phone: '+12025550199' }],
  ['/customer-login/email', { email: 'known@example.com' }, { email: 'other@example.com' }],
  [
    '/customer-login/email/verify',
    { email: 'known@example.com', code: '000000' },
    { email: 'other@example.com', code: '000000' },
  ],
  [
    '/customer-login/phone/verify',
    { phone: '+12025550101', code: '000000' },
    { phone: '+12025550199', code: '000000' },
  ],
])('%s answers a stranger as it answers a customer, limits included', async (step, known, unknown) => {
  const [first, second] = await answersTo(step, [known, unknown]);
  expect(second).toEqual(first);
});

test('a code request leaves the same rows for a stranger as for a customer', async () => {
  const rows = async (address: string) => ({
    challenges: await portal.database
      .selectFrom('challenges')
      .select('attempts')
      .where('identifier', '=', address)
      .execute(),
    outbox: await portal.database
      .selectFrom('outbox')
      .select('status')
      .where('recipient', '=', address)
      .execute(),
    hits: await portal.database
      .selectFrom('limit_hits')
      .select('key')
      .where('key', '=', `codes/${address}`)
      .execute(),
  });
  const known = await rows('known@example.com');
  expect({ ...known, hits: known.hits.length }).toMatchObject({
    challenges: [{ attempts: 0 }],
    outbox: [{ status: 'waiting' }],
    hits: 1,
  });
  const unknown = await rows('other@example.com');
  expect({ ...unknown, hits: unknown.hits.length }).toEqual({ ...known, hits: known.hits.length });
});

test('nothing is sent to a stranger', async () => {
  await portal.deliver();
  expect(await portal.inbox.codeFor('known@example.com')).toMatch(/^\d{6}$/);
  expect(await portal.inbox.codeFor('other@example.com')).toBeUndefined();
  const { status } = await portal.database
    .selectFrom('outbox')
    .select('status')
    .where('recipient', '=', 'other@example.com')
    .executeTakeFirstOrThrow();
  expect(status).toBe('unknown');
});
