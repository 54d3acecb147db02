import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { mailAddress, matching, safeUrl } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { App } from '../../platform/http/validation';
import type { CustomerCalls, CustomerCallsContext } from '../customer-calls';
import { answerRoutes } from './answer-routes';
import { answeredOrders } from './answered-orders';
import { checkDeliveries, checkTargets } from './check';
import { companyFileRoutes } from './company-files';
import { runDeliveries } from './deliveries';
import { fileRoutes } from './file-routes';
import { targetsBy } from './targets';
import { undeliveredAnswers } from './undelivered-answers';

/** Where the answers of customers go. */
const variables = defineVariables({
  entries: {
    ANSWERS_EMAIL: v.optional(mailAddress),
    ANSWERS_WEBHOOK_URL: v.optional(
      v.pipe(
        safeUrl,
        v.check(
          ({ username }) => username === '',
          'must have no user and password: ANSWERS_WEBHOOK_SECRET signs',
        ),
      ),
    ),
    ANSWERS_WEBHOOK_SECRET: v.optional(
      matching(
        /^whsec_[A-Za-z\d+/]{32,88}={0,2}$/,
        'must be whsec_ and 24 to 64 bytes in base64: from echo whsec_$(openssl rand -base64 32)',
      ),
    ),
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

const customerCalls = (app: App, context: CustomerCallsContext): CustomerCalls => {
  const findTargets = targetsBy(context.config, context.sources);
  const { wake } = runDeliveries(app, context);
  return {
    ...answeredOrders({ ...context, findTargets }),
    routes: async (scope) => {
      scope.register(answerRoutes, { ...context, findTargets, wake });
      scope.register(fileRoutes, context);
      scope.register(companyFileRoutes, context);
    },
  };
};

/** Takes answers and messages of customers about their orders. */
export const answers = {
  name: 'answers',
  variables,
  customerCalls,
  check: (config: Config) =>
    config.apiUpstream ? undefined : { title: 'answers', run: () => checkTargets(config) },
  checkRows: checkDeliveries,
  undeliveredAnswers,
};
