import type { Config } from '../../platform/config/config';
import type { OpenSignInElsewhere } from '../tokens/sign-in-elsewhere';
import { checkProvider } from './check';
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

/** Sign-in at the company's identity provider. */
export const oidc = {
  name: 'oidc',
  variables: oidcVariables,
  signIn,
  check: ({ oidc: settings }: Config) =>
    settings && { title: 'identity provider', run: () => checkProvider(settings) },
};
