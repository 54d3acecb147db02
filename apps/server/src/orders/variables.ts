import * as v from 'valibot';
import { positive, text, token } from '../platform/config/values';
import { defineVariables, type SettingsOf } from '../platform/config/variables';

const statusKinds = v.pipe(
  text,
  v.transform((value) => value.split(',')),
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        /^[^=]*[^=\s][^=]*= *(waiting|planned|done) *$/,
        'must say what each status means: Wartet auf Sie=waiting, Geplant=planned, Erledigt=done',
      ),
      v.transform((pair) => pair.split('=').map((half) => half.trim())),
    ),
  ),
  v.transform(
    (pairs): ReadonlyMap<string, string> =>
      new Map(pairs.map(([status = '', kind = '']) => [status.toLowerCase(), kind])),
  ),
);

/** Where orders come from, and what their words mean. */
export const ordersVariables = defineVariables({
  entries: {
    ORDERS_WEBHOOK_TOKEN: v.optional(token),
    ORDER_STATUS_KINDS: v.optional(statusKinds),
    ORDERS_KEPT_DAYS: v.optional(positive),
  },
  settings: (env) => ({
    /** Absent: forever. */
    ordersKeptDays: env.ORDERS_KEPT_DAYS,
    ordersWebhookToken: env.ORDERS_WEBHOOK_TOKEN,
    /** What the statuses of events mean, which are in lower case, beside the English words that the portal knows. */
    statusKinds: env.ORDER_STATUS_KINDS ?? new Map<string, string>(),
  }),
});

declare module '../platform/config/config' {
  interface Config extends SettingsOf<typeof ordersVariables> {}
}
