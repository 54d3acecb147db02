import type { Browser } from '../../testing/browser';
import { useTestApp } from '../../testing/test-app';

const portal = useTestApp();
beforeEach(async () => {
  await portal.addCustomer({ email: 'known@example.com', phone: '+12025550101' });
});

const emails = [{ email: 'known@example.com' }, { email: 'other@example.com' }];
const phones = [{ phone: '+12025550101' }, { phone: '+12025550199' }];

/** A response without what differs between any two: of cookies, their values. */
const comparable = ({ statusCode, body, headers, cookies }: Awaited<ReturnType<Browser['post']>>) => {
  const { 'x-request-id': _, date: __, 'x-xsrf-token': ___, 'set-cookie': ____, ...others } = headers;
  return { statusCode, body, others, cookies: cookies.map(({ value: _____, ...cookie }) => cookie) };
};

const responsesTo = async (step: string, bodies: object[]) =>
  Promise.all(
    bodies.map(async (body) => {
      const browser = await portal.openBrowser();
      return comparable(await browser.post(step, body));
    }),
  );

/** Gives all hits the same time: otherwise their waiting times, in whole seconds, could differ. */
const alignHits = () =>
  portal.database
    .updateTable('limit_hits')
    .set(({ fn }) => ({ at: fn<Date>('now') }))
    .execute();

const contacts: [string, object[]][] = [
  ['/customer-login/email', emails],
  ['/customer-login/phone', phones],
];

test.each(contacts)('%s answers known and unknown contacts alike, limits included', async (step, bodies) => {
  const [first, second] = await responsesTo(step, bodies);
  expect(first?.statusCode).toBe(200);
  expect(second).toEqual(first);
  await alignHits();
  const [refused, alike] = await responsesTo(step, bodies);
  expect(refused?.statusCode).toBe(429);
  expect(alike).toEqual(refused);
});

test.each(contacts)(
  '%s/verify answers known and unknown contacts alike, before and after the attempts are used up',
  async (step, bodies) => {
    const [known, unknown] = await Promise.all(
      bodies.map(async (body) => {
        const browser = await portal.openBrowser();
        await browser.post(step, body);
        const responses = [];
        for (let attempts = 0; attempts < 7; attempts++) {
          responses.push(comparable(await browser.post(`${step}/verify`, { ...body, code: 'guess' })));
        }
        return responses;
      }),
    );
    expect(known?.map(({ body }) => JSON.parse(body).message)).toEqual([
      ...Array(4).fill('That code is wrong or no longer valid. Check it, or ask for a new one.'),
      ...Array(3).fill('Too many attempts. Ask for a new code.'),
    ]);
    expect(unknown).toEqual(known);
  },
);

test('an unknown contact gets no message', async () => {
  await responsesTo('/customer-login/email', emails);
  await portal.deliver();
  expect(await portal.inbox.codeFor('known@example.com')).toMatch(/^\d{6}$/);
  expect(await portal.inbox.codeFor('other@example.com')).toBeUndefined();
  const { status } = await portal.database
    .selectFrom('outbox')
    .select('status')
    .where('recipient', '=', 'other@example.com')
    .executeTakeFirstOrThrow();
  expect(status).toBe('no-customer');
});
