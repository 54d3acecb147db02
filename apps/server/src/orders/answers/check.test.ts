import { randomUUID } from 'node:crypto';
import { isFinding } from '../../platform/config/finding';
import { useTestApp } from '../../testing/test-app';
import { readConfig } from '../../variables';
import { checkDeliveries, checkTargets } from './check';
import { answers } from './part';

const portal = useTestApp();

const configOf = (env: Record<string, string>) => readConfig({ ...env }, '/');

test('the doctor says that customers cannot answer, if nobody gets answers', async () => {
  expect(await checkTargets(configOf({}))).toEqual([
    { check: 'answers', state: 'note', text: expect.stringContaining('Set ANSWERS_EMAIL') },
  ]);
});

test.each([{ SUPPORT_EMAIL: 'support@acme.test' }, { ANSWERS_EMAIL: 'service@acme.test' }])(
  'the doctor says nothing with %o',
  async (env) => expect(await checkTargets(configOf(env))).toEqual([]),
);

test('the doctor leaves answers to an upstream', () => {
  expect(answers.check(configOf({ API_UPSTREAM: 'https://erp.example/api' }))).toBeUndefined();
});

test('the doctor looks up the server of the webhook', async () => {
  const webhookAt = (url: string) =>
    configOf({ ANSWERS_WEBHOOK_URL: url, ANSWERS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}` });
  expect(await checkTargets(webhookAt('https://127.0.0.1/answers'))).toMatchObject([{ state: 'ok' }]);
  expect(await checkTargets(webhookAt('https://nowhere.invalid/answers'))).toMatchObject([
    { state: 'fix', text: expect.stringContaining('Check ANSWERS_WEBHOOK_URL') },
  ]);
});

test('the doctor names answers that did not arrive', async () => {
  expect(await checkDeliveries(portal.database)).toEqual([]);
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
  const found = (await checkDeliveries(portal.database)).filter(isFinding);
  expect(found.map(({ state, text }) => `${state} ${text}`)).toEqual([
    expect.stringMatching(/^fix 1 did not arrive \(webhook\), the oldest of \d minutes ago\./),
  ]);
});
