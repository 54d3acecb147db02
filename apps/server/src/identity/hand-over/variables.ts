import * as v from 'valibot';
import { safeUrl, text } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';

/** The embedder whose sign-in the portal accepts. */
export const handOverVariables = defineVariables({
  entries: {
    HANDOVER_ISSUER: v.optional(text),
    HANDOVER_JWKS_URL: v.optional(safeUrl),
  },
  groups: [['HANDOVER_ISSUER', 'HANDOVER_JWKS_URL']],
  settings: (env) => ({
    /** The issuer of its tickets, and the URL of their keys. */
    handover:
      env.HANDOVER_ISSUER && env.HANDOVER_JWKS_URL
        ? { issuer: env.HANDOVER_ISSUER, keysUrl: env.HANDOVER_JWKS_URL }
        : undefined,
  }),
  faults: ({ handover }, { apiUpstream }) => [
    [
      handover !== undefined && apiUpstream !== undefined,
      'API_UPSTREAM signs customers in itself: remove the HANDOVER_ variables',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof handOverVariables> {}
}
