import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { fix, ok, type Findings } from '../../platform/config/finding';
import { readPublished } from '../tokens/issuer';
import type { OpenSignInElsewhere } from '../tokens/sign-in-elsewhere';
import { endSessionUrl, trustedProvider } from './provider';
import { providerRoutes } from './provider-routes';
import { oidcVariables } from './variables';

const signIn: OpenSignInElsewhere = (portal) => {
  const { oidc: settings } = portal.config;
  const trusted = trustedProvider(portal.config);
  if (!settings || !trusted) return undefined;
  return {
    trusted,
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

/** Checks the identity provider's discovery document. */
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
  variables: oidcVariables,
  signIn,
  check: ({ oidc: settings }: Config) => settings && { title: CHECK, run: () => checkDiscovery(settings) },
};
