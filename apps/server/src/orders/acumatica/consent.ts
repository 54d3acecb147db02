import type { Config } from '../../platform/config/config';
import type { Consent } from '../order-source';
import { addressOf } from './send';
import { grantText } from './session';

/** Nothing listens there: the operator copies the address, on a machine that need not be the portal's. */
const REDIRECT_URI = 'http://localhost/acumatica';

/** Loaded on demand: only this command needs it. */
const library = () => import('openid-client');

/** Begins the authorization code flow, with PKCE. @returns undefined without a client */
export const beginConsent = async ({ acumatica: settings }: Config): Promise<Consent | undefined> => {
  if (!settings?.clientId) return undefined;
  const client = await library();
  const { url, clientId, clientSecret = '' } = settings;
  const server = new client.Configuration(
    {
      issuer: addressOf('/identity', settings),
      authorization_endpoint: addressOf('/identity/connect/authorize', settings),
      token_endpoint: addressOf('/identity/connect/token', settings),
    },
    clientId,
    undefined,
    client.ClientSecretPost(clientSecret),
  );
  // ACUMATICA_URL allows plain HTTP on this machine only.
  if (url.protocol === 'http:') client.allowInsecureRequests(server);
  const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()];
  const address = client.buildAuthorizationUrl(server, {
    redirect_uri: REDIRECT_URI,
    scope: 'api offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });

  const redeem: Consent['redeem'] = async (pasted) => {
    if (!URL.canParse(pasted) || !pasted.startsWith(REDIRECT_URI))
      return { refusal: `Paste the whole address, which begins with ${REDIRECT_URI}?code=. Run this again.` };
    try {
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      const token = await client.authorizationCodeGrant(server, new URL(pasted), checks);
      if (token.refresh_token) return { grant: grantText(settings, token.refresh_token) };
      return { refusal: 'Acumatica gave no refresh token. Run this again, and allow the offline access.' };
    } catch (error) {
      return {
        refusal: `Acumatica gave no token (${error instanceof Error ? error.message : String(error)}). Run this again, and paste the address within minutes. If that fails, too, check ACUMATICA_CLIENT_ID, its secret, and its redirect URI ${REDIRECT_URI} (SM303010).`,
      };
    }
  };

  return { address: address.href, redeem };
};
