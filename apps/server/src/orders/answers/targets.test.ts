import { readConfig } from '../../variables';
import { targetsBy } from './targets';

const erp = {
  recordOf: async (orderNbr: string) => (orderNbr === '1' ? 'record-1' : undefined),
  takeAnswer: async () => 'note',
};

const webhook = {
  ANSWERS_WEBHOOK_URL: 'https://acme.test/answers',
  ANSWERS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
};

test.each<[Record<string, string>, string[], string[]]>([
  [{}, ['erp'], []],
  [{ SUPPORT_EMAIL: 'support@acme.test', ...webhook }, ['mail', 'webhook', 'erp'], ['mail', 'webhook']],
])('with %o, answers about an order of the ERP go to %j, others to %j', async (env, fromErp, others) => {
  const findTargets = targetsBy(readConfig(env, '/'), [erp]);
  const namesFor = async (orderNbr: string) => (await findTargets(orderNbr)).map(({ target }) => target);
  expect([await namesFor('1'), await namesFor('2')]).toEqual([fromErp, others]);
});
