import { readConfig } from '../../variables';
import { targetsBy } from './targets';

const erp = { hasOrder: async (orderNbr: string) => orderNbr === '1', takeAnswer: async () => 'note' };

const webhook = {
  ANSWERS_WEBHOOK_URL: 'https://acme.test/answers',
  ANSWERS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
};

test.each<[Record<string, string>, string[], string[]]>([
  [{}, ['erp'], []],
  [{ SUPPORT_EMAIL: 'support@acme.test', ...webhook }, ['mail', 'webhook', 'erp'], ['mail', 'webhook']],
])('with %o, answers about an order of the ERP go to %j, others to %j', async (env, fromErp, others) => {
  const findTargets = targetsBy(readConfig(env, '/'), [erp]);
  expect([await findTargets('1'), await findTargets('2')]).toEqual([fromErp, others]);
});
