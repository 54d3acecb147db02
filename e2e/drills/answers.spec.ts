import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { request, type Locator, type Page } from '@playwright/test';
import * as v from 'valibot';
import { CREDENTIALS, startFakeAcumatica, type FakeAcumatica } from '../acumatica/fake-acumatica';
import { codeMailedTo, mailsTo, messagesMailedTo } from '../support/delivered';
import { ORDERS_WEBHOOK_TOKEN } from '../support/orders-hook';
import { enterCode, expect, requestCode, serve, servePortal, test } from '../support/test';

/** Customers answer on a phone, and the company gets each answer: by mail, by webhook, and in its ERP. */

const COMPANY = 'answers@acme.example';
const RECEIVER_PORT = 4796;
const ERP_PORT = 4797;
const UNTIL_SENT = 120_000;

const deliverySchema = v.object({
  data: v.object({
    serviceOrderNbr: v.string(),
    choice: v.nullish(v.object({ id: v.string() })),
    files: v.array(v.object({ name: v.string() })),
  }),
});

/** What the company's webhook got. */
const received: v.InferOutput<typeof deliverySchema>[] = [];

serve(async () => {
  const server = createServer(async (incoming, response) => {
    received.push(v.parse(deliverySchema, JSON.parse(await text(incoming))));
    response.end();
  }).listen(RECEIVER_PORT, '127.0.0.1');
  await once(server, 'listening');
  expect((server.address() as AddressInfo).port).toBe(RECEIVER_PORT);
  return async () => server.close();
});

let erp: FakeAcumatica;
serve(async () => {
  erp = await startFakeAcumatica({ port: ERP_PORT, requestsPerMinute: 600 });
  return erp.stop;
});

const baseURL = servePortal({
  name: 'answers',
  port: 4795,
  environment: {
    ANSWERS_EMAIL: COMPANY,
    ANSWERS_WEBHOOK_URL: `http://127.0.0.1:${RECEIVER_PORT}/answers`,
    ANSWERS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    TIME_ZONE: 'America/New_York',
    ACUMATICA_URL: `http://127.0.0.1:${ERP_PORT}`,
    ACUMATICA_TENANT: CREDENTIALS.tenant,
    ACUMATICA_USER: CREDENTIALS.user,
    ACUMATICA_PASSWORD: CREDENTIALS.password,
    ACUMATICA_REQUESTS_PER_MINUTE: '600',
  },
});
test.use({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

// All tests have the one receiver.
test.describe.configure({ mode: 'default' });

/** Sends a customer's orders as an ERP does. */
const deliver = async (email: string, orders: object[]) => {
  const erp = await request.newContext({
    extraHTTPHeaders: { authorization: `Bearer ${ORDERS_WEBHOOK_TOKEN}` },
  });
  await erp.post(`${baseURL}/hooks/orders`, {
    data: { email, name: 'Manager', orders },
    failOnStatusCode: true,
  });
  await erp.dispose();
};

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const VISIT = { at: inDays(3), until: inDays(3.1) };

/** A question of each kind. */
const QUESTIONS: { summary: string; asks?: object; status?: string }[] = [
  {
    summary: 'Please approve the quote of $ 1,240.00',
    asks: {
      id: 'q-quote',
      choices: [
        { id: 'yes', label: 'Approve' },
        { id: 'no', label: 'Decline' },
      ],
    },
  },
  {
    summary: 'Please choose a date',
    asks: {
      id: 'q-date',
      choices: [
        { id: 'a', label: 'First visit', ...VISIT },
        { id: 'b', label: 'Another day' },
      ],
    },
  },
  { summary: 'Where is the meter?', asks: { id: 'q-text', text: true } },
  { summary: 'Please send a photo of the plate', asks: { id: 'q-photo', files: true } },
  {
    summary: 'May we enter without you?',
    asks: {
      id: 'q-note',
      text: true,
      choices: [
        { id: 'yes', label: 'Yes' },
        { id: 'no', label: 'No' },
      ],
    },
  },
  { summary: 'Do you have a key?', status: 'Waiting for your answer' },
];

const order = (ServiceOrderNbr: string, fields: object = {}) => ({
  ServiceOrderNbr,
  Description: `Gutter cleaning, unit ${ServiceOrderNbr}`,
  Status: 'On Hold',
  LastModifiedDateTime: inDays(-1),
  ...fields,
});

const asking = (nbr: string, { status = 'Waiting for you', ...question }: (typeof QUESTIONS)[number]) =>
  order(nbr, {
    events: [
      { ...question, body: '<p>Please tell us.</p>', created_by: 'Dana', created_at: inDays(-1), status },
    ],
  });

const numbers = QUESTIONS.map((_, index) => `Q${index}`);

/** Counts presses, as a customer makes them. */
const createFinger = () => {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      await target.tap();
      taps += 1;
    },
    taps: () => taps,
  };
};

type Tap = ReturnType<typeof createFinger>['tap'];

/** Answers the question that the screen shows. Words and photos are no presses. */
const answer = async (page: Page, tap: Tap) => {
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeVisible();
  const [choice] = await page.getByRole('radio').all();
  const field = page.getByLabel('Your answer', { exact: true });
  const input = page.locator('input[type=file]');
  if (choice) await tap(choice);
  else if (await field.isVisible()) await field.fill('Beside the door.');
  if (!choice && (await input.count()) > 0) {
    await input.setInputFiles({ name: 'plate.png', mimeType: 'image/png', buffer: PHOTO });
    await expect(page.getByText(/ kB$/)).toBeVisible();
  }
  await tap(page.getByRole('button', { name: 'Send answer' }));
  await expect(
    page.getByText(/Your answer has been sent|We have received your answer/).first(),
  ).toBeVisible();
};

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const linkIn = (html: string, words: string): string =>
  new RegExp(`<a[^>]* href="([^"]+)"[^>]*>(?:(?!</a>).)*${words}`, 's')
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&') ?? '';

test('a mail asks, its button opens the question, two presses answer it, and its link stops the mails', async ({
  page,
  customer,
}) => {
  test.setTimeout(UNTIL_SENT + 120_000);
  const nbr = `${customer.orders}Q`;
  await deliver(customer.email, [order(nbr)]);
  await deliver(customer.email, [asking(nbr, QUESTIONS[0] ?? { summary: '' })]);
  await expect
    .poll(async () => (await messagesMailedTo(customer.email)).map(({ subject }) => subject), {
      timeout: UNTIL_SENT,
    })
    .toEqual([expect.stringContaining('Please approve the quote of $ 1,240.00')]);
  const [{ html } = { html: '' }] = await messagesMailedTo(customer.email);
  await page.goto(linkIn(html, 'Answer'));
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(`/service-order/${nbr}`)}`);
  await requestCode(page, customer.email);
  await enterCode(page, await codeMailedTo(customer.email));
  await expect(page).toHaveURL(`/service-order/${nbr}`);
  const finger = createFinger();
  await answer(page, finger.tap);
  expect(finger.taps()).toBeLessThanOrEqual(3);
  await expect
    .poll(() => received.filter(({ data }) => data.serviceOrderNbr === nbr))
    .toMatchObject([{ data: { choice: { id: 'yes' } } }]);
  await expect.poll(async () => (await mailsTo(COMPANY)).map(({ subject }) => subject).join()).toContain(nbr);

  await page.goto(linkIn(html, 'stop these emails'));
  await expect(page.getByText(/sends them to c•••@example\.com/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('heading', { name: /You won’t get any more emails/ })).toBeVisible();
  await page.getByRole('link', { name: 'Change your notifications' }).click();
  await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).not.toBeChecked();
});

test('a manager with 400 orders answers six questions of every kind in 20 presses', async ({
  page,
  customer,
  signIn,
}) => {
  const own = (nbr: string) => `${customer.orders}${nbr}`;
  await deliver(customer.email, [
    ...Array.from({ length: 394 }, (_, index) =>
      order(own(String(1000 + index)), { LastModifiedDateTime: inDays(-2) }),
    ),
    ...QUESTIONS.map((question, index) => asking(own(numbers[index] ?? ''), question)),
  ]);
  await signIn(customer.email, '/');
  const { tap, taps } = createFinger();
  await expect(page.getByText('Needs your answer (6)').first()).toBeVisible();
  for (let left = QUESTIONS.length; left > 0; left -= 1) {
    const card = page.getByRole('region', { name: /Needs your answer/ }).first();
    await tap(card.getByRole('link').first());
    await answer(page, tap);
    if (left > 1) await tap(page.getByRole('link', { name: 'Back to Home' }));
  }
  expect(taps()).toBeLessThanOrEqual(20);
  const got = () => received.filter(({ data }) => numbers.map(own).includes(data.serviceOrderNbr));
  await expect.poll(() => got().length).toBe(6);
  expect(new Set(got().map(({ data }) => data.serviceOrderNbr)).size).toBe(6);
  await page.goto('/');
  await expect(page.getByText('Needs your answer')).toHaveCount(0);
});

test('an answer to an order of the ERP is an activity on it, and shown once, as received', async ({
  page,
  customer,
  signIn,
}) => {
  test.setTimeout(UNTIL_SENT + 60_000);
  const nbr = `${customer.orders}ERP`;
  const record = erp.addOrder(nbr, { Description: 'Gutter cleaning', 'Contact/Email': customer.email });
  erp.addActivity(nbr, { Summary: 'Do you have a key?', Body: '<p>Tell us.</p>', Status: 'Waiting for you' });
  await signIn(customer.email, `/service-order/${nbr}`);
  const untilShown = (text: string) =>
    expect(async () => {
      await page.reload();
      await expect(page.getByText(text).first()).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: UNTIL_SENT });
  await untilShown('Do you have a key?');
  await answer(page, (target) => target.tap());
  await expect
    .poll(() => erp.activitiesOf(record).map(({ fields }) => fields['Body']), { timeout: UNTIL_SENT })
    .toEqual(['<p>Tell us.</p>', expect.stringContaining('Beside the door.')]);
  await expect
    .poll(() => received.filter(({ data }) => data.serviceOrderNbr === nbr).length, { timeout: UNTIL_SENT })
    .toBe(1);
  await expect.poll(async () => (await mailsTo(COMPANY)).map(({ subject }) => subject).join()).toContain(nbr);
  erp.addActivity(nbr, { Summary: 'We come on Friday' });
  await untilShown('We have received your answer.');
  await untilShown('We come on Friday');
  // The synchronization reads the answer back with the reply.
  await expect(page.getByText('Beside the door.')).toHaveCount(1);
});
