import { ConsentError, type Consent } from '../order-source';
import { addressOf, type Settings } from './send';
import { grantText } from './session';

/** Nothing listens there: the operator copies the address, on a machine that need not be the portal's. */
const REDIRECT_URI = 'http://localhost/acumatica';

/** Loaded on demand: only this command needs it. */
const library = () => import('openid-client');

/** Begins the authorization code flow, with PKCE. */
export const beginConsent = async (settings: Settings): Promise<Consent> => {
  const client = await library();
  const { url, clientId = '', clientSecret = '' } = settings;
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

  const redeem = async (pasted: string): Promise<string> => {
    if (!URL.canParse(pasted) || !pasted.startsWith(REDIRECT_URI))
      throw new ConsentError(
        `Paste the whole address, which begins with ${REDIRECT_URI}?code=. Run this again.`,
      );
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const token = await client
      .authorizationCodeGrant(server, new URL(pasted), checks)
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ConsentError(
          `Acumatica gave no token (${reason}). Run this again, and paste the address within minutes. If that fails, too, check ACUMATICA_CLIENT_ID, its secret, and its redirect URI ${REDIRECT_URI} (SM303010).`,
        );
      });
    if (!token.refresh_token)
      throw new ConsentError(
        'Acumatica gave no refresh token. Run this again, and allow the offline access.',
      );
    return grantText(settings, token.refresh_token);
  };

  return { address: address.href, redeem };
};
