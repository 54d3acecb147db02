import * as v from 'valibot';
import { matching, positive, safeUrl, text, token } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';

/** The ERP that orders come from, and how to sign in to it. */
export const acumaticaVariables = defineVariables({
  entries: {
    ACUMATICA_URL: v.optional(safeUrl),
    ACUMATICA_ENDPOINT: v.optional(
      matching(/^[\w.-]+\/[\d.]+$/, 'must be a name and a version: Default/24.200.001'),
      'Default/24.200.001',
    ),
    ACUMATICA_TENANT: v.optional(text),
    ACUMATICA_BRANCH: v.optional(text),
    ACUMATICA_USER: v.optional(text),
    ACUMATICA_PASSWORD: v.optional(text),
    ACUMATICA_CLIENT_ID: v.optional(text),
    ACUMATICA_CLIENT_SECRET: v.optional(text),
    ACUMATICA_REFRESH_TOKEN: v.optional(text),
    ACUMATICA_FILTER: v.optional(text),
    ACUMATICA_MAX_AGE_DAYS: v.optional(positive),
    ACUMATICA_MAPPING: v.optional(text),
    ACUMATICA_PUSH_TOKEN: v.optional(token),
    ACUMATICA_REQUESTS_PER_MINUTE: v.optional(positive, '60'),
  },
  groups: [
    ['ACUMATICA_USER', 'ACUMATICA_PASSWORD'],
    ['ACUMATICA_CLIENT_ID', 'ACUMATICA_CLIENT_SECRET'],
  ],
  companions: [
    ['ACUMATICA_USER', 'ACUMATICA_URL', 'the address of the ERP'],
    ['ACUMATICA_CLIENT_ID', 'ACUMATICA_URL', 'the address of the ERP'],
    ['ACUMATICA_PUSH_TOKEN', 'ACUMATICA_URL', 'the address of the ERP'],
    ['ACUMATICA_REFRESH_TOKEN', 'ACUMATICA_CLIENT_ID', 'the client that it was issued to'],
  ],
  settings: (env, { pathOf }) => ({
    acumatica: env.ACUMATICA_URL && {
      url: env.ACUMATICA_URL,
      endpoint: env.ACUMATICA_ENDPOINT,
      tenant: env.ACUMATICA_TENANT,
      branch: env.ACUMATICA_BRANCH,
      user: env.ACUMATICA_USER,
      password: env.ACUMATICA_PASSWORD,
      clientId: env.ACUMATICA_CLIENT_ID,
      clientSecret: env.ACUMATICA_CLIENT_SECRET,
      refreshToken: env.ACUMATICA_REFRESH_TOKEN,
      /** OData: which orders customers may see. */
      filter: env.ACUMATICA_FILTER,
      maxAgeDays: env.ACUMATICA_MAX_AGE_DAYS,
      /** ACUMATICA_MAPPING, which `readMapping` reads. */
      mappingFile: env.ACUMATICA_MAPPING && pathOf(env.ACUMATICA_MAPPING),
      pushToken: env.ACUMATICA_PUSH_TOKEN,
      requestsPerMinute: env.ACUMATICA_REQUESTS_PER_MINUTE,
    },
  }),
  faults: ({ acumatica }, { apiUpstream }) => [
    [
      acumatica !== undefined && apiUpstream !== undefined,
      'API_UPSTREAM has the orders itself: remove the ACUMATICA_ variables',
    ],
    [
      acumatica !== undefined && !acumatica.user && !acumatica.refreshToken,
      'ACUMATICA_URL needs ACUMATICA_USER and ACUMATICA_PASSWORD, or ACUMATICA_CLIENT_ID and ACUMATICA_REFRESH_TOKEN',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof acumaticaVariables> {}
}
