import * as v from 'valibot';
import { matching, safeUrl, text } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { Config } from '../../platform/config/config';
import { fix, ok, type Findings } from '../../platform/config/finding';
import { readPublished } from '../tokens/issuer';
import type { OpenSignInElsewhere } from '../tokens/sign-in-elsewhere';
import { endSessionUrl, trustedProvider } from './provider';
import { providerRoutes } from './provider-routes';

const variables = defineVariables({
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
  interface Config extends SettingsOf<typeof variables> {}
}

const signIn: OpenSignInElsewhere = (portal) => {
  const { oidc: settings } = portal.config;
  if (!settings) return undefined;
  return {
    trusted: trustedProvider(settings),
    button: { name: settings.name },
    redirects: async (app, { signIn: ours }) => providerRoutes(app, { signIn: ours, oidc: settings }),
    endSessionUrl: (idToken, log) => endSessionUrl(settings, portal, idToken, log),
  };
};

const CHECK = 'identity provider';

const discoverySchema = v.looseObject({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
});

const checkDiscovery = async ({ issuer }: NonNullable<Config['oidc']>): Promise<Findings> => {
  const url = `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await readPublished(url, discoverySchema).catch(() => undefined);
  if (!found)
    return [
      fix(
        CHECK,
        `${url} does not answer with a discovery document. Check OIDC_ISSUER, and whether this machine reaches it.`,
      ),
    ];
  if (new URL(found.issuer).href !== issuer.href)
    return [fix(CHECK, `Its discovery document names the issuer ${found.issuer}. Set OIDC_ISSUER to that.`)];
  return [ok(CHECK, `${found.issuer} answers`)];
};

/** Sign-in at the company's identity provider. */
export const oidc = {
  name: 'oidc',
  variables,
  signIn,
  check: ({ oidc: settings }: Config) => settings && { title: CHECK, run: () => checkDiscovery(settings) },
};
