import * as v from 'valibot';
import { matching, safeUrl, text } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';

/** The identity provider. */
export const oidcVariables = defineVariables({
  entries: {
    OIDC_ISSUER: v.optional(safeUrl),
    OIDC_CLIENT_ID: v.optional(text),
    OIDC_CLIENT_SECRET: v.optional(text),
    OIDC_NAME: v.optional(text),
    OIDC_SCOPE: v.optional(matching(/(^| )openid( |$)/, 'must contain openid: openid email'), 'openid email'),
  },
  groups: [['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME']],
  settings: (env) => ({
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET && env.OIDC_NAME
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            /** What customers read on its button. */
            name: env.OIDC_NAME,
            scope: env.OIDC_SCOPE,
          }
        : undefined,
  }),
  faults: ({ oidc }, { apiUpstream }, { HANDOVER_ISSUER: site = '' }) => [
    [
      oidc !== undefined && apiUpstream !== undefined,
      'API_UPSTREAM signs customers in itself: remove the OIDC_ variables',
    ],
    [
      URL.canParse(site) && new URL(site).href === oidc?.issuer.href,
      'HANDOVER_ISSUER must differ from OIDC_ISSUER: the issuer of a token selects its keys',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof oidcVariables> {}
}
