import * as v from 'valibot';
import { text, webUrl } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import { openVonage } from './vonage';

/** The account at Vonage. */
const variables = defineVariables({
  entries: {
    VONAGE_API_KEY: v.optional(text),
    VONAGE_API_SECRET: v.optional(text),
    VONAGE_FROM: v.optional(text),
    VONAGE_SIGNATURE_SECRET: v.optional(text),
    VONAGE_BASE_URL: v.optional(webUrl, 'https://api.nexmo.com'),
  },
  groups: [['VONAGE_API_KEY', 'VONAGE_API_SECRET', 'VONAGE_FROM']],
  companions: [['VONAGE_SIGNATURE_SECRET', 'VONAGE_API_KEY', 'the account']],
  settings: (env) => ({
    vonage:
      env.VONAGE_API_KEY && env.VONAGE_API_SECRET && env.VONAGE_FROM
        ? {
            apiKey: env.VONAGE_API_KEY,
            apiSecret: env.VONAGE_API_SECRET,
            from: env.VONAGE_FROM,
            signatureSecret: env.VONAGE_SIGNATURE_SECRET,
            baseUrl: env.VONAGE_BASE_URL,
          }
        : undefined,
  }),
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

/** Text messages through Vonage. */
export const vonage = {
  name: 'vonage',
  variables,
  smsProvider: openVonage,
  smsSender: 'VONAGE_FROM',
};
