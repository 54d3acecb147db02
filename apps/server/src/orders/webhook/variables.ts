import * as v from 'valibot';
import { token } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';

/** The webhook of an ERP. */
export const webhookVariables = defineVariables({
  entries: { ORDERS_WEBHOOK_TOKEN: v.optional(token) },
  settings: (env) => ({ ordersWebhookToken: env.ORDERS_WEBHOOK_TOKEN }),
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof webhookVariables> {}
}
