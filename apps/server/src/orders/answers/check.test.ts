import { readConfig } from '../../variables';
import { checkTargets } from './check';
import { answers } from './part';

/** `mistakes.test.ts` of the doctor has what it says must be mended. */

const configOf = (env: Record<string, string>) => readConfig({ ...env }, '/');

test.each([{ SUPPORT_EMAIL: 'support@acme.test' }, { ANSWERS_EMAIL: 'service@acme.test' }])(
  'the doctor says nothing with %o',
  async (env) => expect(await checkTargets(configOf(env))).toEqual([]),
);

test('the doctor leaves answers to an upstream', () => {
  expect(answers.check(configOf({ API_UPSTREAM: 'https://erp.example/api' }))).toBeUndefined();
});

test('the doctor looks up the server of the webhook', async () => {
  const env = {
    ANSWERS_WEBHOOK_URL: 'https://127.0.0.1/answers',
    ANSWERS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
  };
  expect(await checkTargets(configOf(env))).toMatchObject([{ state: 'ok' }]);
});
