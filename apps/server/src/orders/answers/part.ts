import * as v from 'valibot';
import { mailAddress, safeUrl, token } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { App } from '../../platform/http/validation';
import type { CustomerCalls, CustomerCallsContext } from '../customer-calls';
import { targetsOf } from './targets';

/** Where the answers of customers go. */
const variables = defineVariables({
  entries: {
    ANSWERS_EMAIL: v.optional(mailAddress),
    ANSWERS_WEBHOOK_URL: v.optional(safeUrl),
    ANSWERS_WEBHOOK_SECRET: v.optional(token),
  },
  groups: [['ANSWERS_WEBHOOK_URL', 'ANSWERS_WEBHOOK_SECRET']],
  settings: (env) => ({
    answers: {
      /** Absent: SUPPORT_EMAIL. */
      email: env.ANSWERS_EMAIL,
      webhook:
        env.ANSWERS_WEBHOOK_URL && env.ANSWERS_WEBHOOK_SECRET
          ? { url: env.ANSWERS_WEBHOOK_URL, secret: env.ANSWERS_WEBHOOK_SECRET }
          : undefined,
    },
  }),
  faults: ({ answers }, { apiUpstream }) => [
    [
      (answers.email ?? answers.webhook) !== undefined && apiUpstream !== undefined,
      'API_UPSTREAM takes answers itself: remove the ANSWERS_ variables',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

const customerCalls = (_app: App, { config, sources }: CustomerCallsContext): CustomerCalls => {
  const targets = targetsOf(config, sources);
  return {
    routes: async () => {},
    toOrder: async (_request, _customerId, order) =>
      targets.length > 0
        ? { ...order, document: { ...order.document, takesMessages: { value: true } } }
        : order,
    toList: async (_customerId, list) => list,
  };
};

/** What customers answer and write about their orders. */
export const answers = { name: 'answers', variables, customerCalls };
