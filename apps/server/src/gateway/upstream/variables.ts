import * as v from 'valibot';
import { webUrl } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';

/** A server that answers the calls itself. */
export const upstreamVariables = defineVariables({
  entries: { API_UPSTREAM: v.optional(webUrl) },
  settings: (env) => ({ apiUpstream: env.API_UPSTREAM }),
  faults: ({ apiUpstream }, _platform, given) => [
    [
      apiUpstream !== undefined && (given['HANDOVER_ISSUER'] ?? given['OIDC_ISSUER']) !== undefined,
      'API_UPSTREAM signs customers in itself: remove the HANDOVER_ and OIDC_ variables',
    ],
    [
      apiUpstream !== undefined && given['ACUMATICA_URL'] !== undefined,
      'API_UPSTREAM has the orders itself: remove the ACUMATICA_ variables',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof upstreamVariables> {}
}
