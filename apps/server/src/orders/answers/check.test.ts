import { randomUUID } from 'node:crypto';
import { isFinding } from '../../platform/config/finding';
import { importCustomers } from '../import/import-customers';
import { useTestApp } from '../../testing/test-app';
import { readConfig } from '../../variables';
import { checkAnswers, checkWebhook } from './check';
import { answers } from './part';

const portal = useTestApp();

const load = (event: object) =>
  importCustomers(
    portal.database,
    JSON.stringify([{ email: 'ann@example.com', orders: [{ ServiceOrderNbr: '1', events: [event] }] }]),
  );

/** What the doctor says about rows, one a line. */
const findings = async (isOn: boolean) =>
  (await checkAnswers(portal.database, isOn)).filter(isFinding).map(({ state, text }) => `${state} ${text}`);

const question = { summary: 'May we?', asks: { id: 'q-1' } };

test.each([question, { summary: 'May we?', status: 'Waiting for you' }])(
  'the doctor says that customers cannot answer, if nobody gets answers: %o',
  async (event) => {
    await load(event);
    expect(await findings(false)).toEqual([expect.stringMatching(/^note .*Set ANSWERS_EMAIL/)]);
    expect(await findings(true)).toEqual([]);
  },
);

test('the doctor says nothing without questions', async () => {
  await load({ summary: 'Visit', created_at: '2099-01-01T10:00:00Z' });
  expect(await findings(false)).toEqual([]);
});

test('the doctor names answers that did not arrive', async () => {
  const customerId = await portal.addCustomer({ email: 'ann@example.com' });
  const { id } = await portal.database
    .insertInto('answers')
    .values({ customer_id: customerId, order_nbr: '1', key: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.database
    .insertInto('answer_deliveries')
    .values({ answer_id: id, target: 'webhook' })
    .execute();
  await portal.passTime({ minutes: 6 });
  expect(await findings(true)).toEqual([
    expect.stringMatching(/^fix 1 did not arrive \(webhook\), the oldest of \d minutes ago\./),
  ]);
});

const configOf = (env: Record<string, string>) => readConfig({ ...env }, '/');
const webhookAt = (url: string) =>
  configOf({ ANSWERS_WEBHOOK_URL: url, ANSWERS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}` });

test('the doctor looks up the server of the webhook', async () => {
  expect(await checkWebhook(webhookAt('https://127.0.0.1/answers'))).toMatchObject([{ state: 'ok' }]);
  expect(await checkWebhook(webhookAt('https://nowhere.invalid/answers'))).toMatchObject([
    { state: 'fix', text: expect.stringContaining('Check ANSWERS_WEBHOOK_URL') },
  ]);
  expect(await checkWebhook(configOf({}))).toEqual([]);
});

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ SUPPORT_EMAIL: 'support@acme.test' }, true],
  [{ ANSWERS_EMAIL: 'service@acme.test' }, true],
])('with %o, somebody gets answers: %s', (env, isOn) => expect(answers.check(configOf(env)).isOn).toBe(isOn));
