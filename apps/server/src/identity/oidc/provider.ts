import type { FastifyBaseLogger } from 'fastify';
import type { Configuration } from 'openid-client';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import type { Portal } from '../../platform/crypto/keys';
import { newToken } from '../../platform/crypto/secrets';
import { contactClaims, contactsIn, type Vouched } from '../tokens/claims';
import { createIssuer, type Trusted } from '../tokens/issuer';

/** Shorter than a browser waits for `/logout`, which may have to ask the provider. */
const TIMEOUT_SECONDS = 4;

/** Where the provider sends the browser back to, below PUBLIC_URL. */
export const CALLBACK_PATH = '/sign-in/oidc/callback';

/** The company's identity provider. */
export type Oidc = NonNullable<Config['oidc']>;

/** Loaded on demand: only portals with a provider need it. */
const library = () => import('openid-client');

const begunSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  returnTo: v.string(),
});

/** A sign-in that a browser began at the provider. Only that browser can finish it. */
export type Begun = v.InferOutput<typeof begunSchema>;

const identitySchema = v.looseObject({
  ...contactClaims,
  iss: v.string(),
  sub: v.string(),
  sid: v.optional(v.string()),
});

/** Each time anew, before a browser leaves for the provider: one that is away would leave it on its own error page. */
const discover = async ({ issuer, clientId, clientSecret }: Oidc): Promise<Configuration> => {
  const client = await library();
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  return client.discovery(
    issuer,
    clientId,
    undefined,
    (server, ...request) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
    },
    {
      timeout: TIMEOUT_SECONDS,
      execute: [
        client.enableNonRepudiationChecks,
        // OIDC_ISSUER allows plain HTTP on this machine only.
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
};

/** Begins a sign-in: OpenID Connect with PKCE, state, and nonce. @returns the URL, and the sealed state for a cookie */
export const beginSignIn = async (
  oidc: Oidc,
  { config, keys }: Portal,
  returnTo: string,
): Promise<{ url: string; begun: string }> => {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomPKCECodeVerifier } = await library();
  const verifier = randomPKCECodeVerifier();
  const begun: Begun = { state: newToken(), nonce: newToken(), verifier, returnTo };
  const url = buildAuthorizationUrl(await discover(oidc), {
    redirect_uri: config.baseUrl + CALLBACK_PATH,
    scope: oidc.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, begun: keys.provider.seal(JSON.stringify(begun), 'begun') };
};

/** Decrypts the state that `beginSignIn` returned. @returns undefined when this portal did not write the text */
export const readBegun = ({ keys }: Portal, text: string | undefined): Begun | undefined => {
  const { success, output } = v.safeParse(
    v.pipe(v.string(), v.parseJson(), begunSchema),
    keys.provider.unseal(text ?? '', 'begun'),
  );
  return success ? output : undefined;
};

/** Exchanges the code of the callback. @throws when the provider refused, or responds to another question */
export const finishSignIn = async (
  oidc: Oidc,
  { keys }: Portal,
  url: URL,
  { state, nonce, verifier }: Begun,
): Promise<Vouched> => {
  const { authorizationCodeGrant, fetchUserInfo } = await library();
  const provider = await discover(oidc);
  const tokens = await authorizationCodeGrant(provider, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const { iss: issuer, sub: subject, sid, ...claims } = v.parse(identitySchema, tokens.claims());
  const named = contactsIn(claims, { mustBeVerified: true });
  // Many providers return contacts only from the userinfo endpoint.
  const asksMore = named.length === 0 && provider.serverMetadata().userinfo_endpoint !== undefined;
  const more = asksMore ? await fetchUserInfo(provider, tokens.access_token, subject) : {};
  return {
    by: 'provider',
    contacts: [...named, ...contactsIn(more, { mustBeVerified: true })],
    origin: {
      issuer,
      subject,
      issuer_session: sid ?? null,
      id_token: keys.provider.seal(tokens.id_token ?? '', 'id-token'),
    },
  };
};

/** Where the browser ends the provider's session too, if it has one; the sign-in, which says so, if it does not respond. */
export const endSessionUrl = async (
  oidc: Oidc,
  { config, keys }: Portal,
  idToken: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<string | undefined> => {
  try {
    const provider = await discover(oidc);
    if (!provider.serverMetadata().end_session_endpoint) return undefined;
    const { buildEndSessionUrl } = await library();
    const hint = keys.provider.unseal(idToken, 'id-token');
    return buildEndSessionUrl(provider, {
      ...(hint && { id_token_hint: hint }),
      post_logout_redirect_uri: `${config.baseUrl}/login`,
    }).href;
  } catch (err) {
    log.warn({ err }, 'cannot ask the identity provider to end its session; only the portal session ended');
    return `${config.baseUrl}/login?problem=stayed`;
  }
};

/** The provider as the issuer of logout tokens. */
export const trustedProvider = (oidc: Oidc): Trusted => ({
  by: 'provider',
  issuer: oidc.issuer.href,
  read: createIssuer(async () => {
    const { issuer, jwks_uri } = (await discover(oidc)).serverMetadata();
    if (jwks_uri === undefined)
      throw new Error('The identity provider has no jwks_uri in its discovery document. Check OIDC_ISSUER.');
    return { issuer, audience: oidc.clientId, keysUrl: new URL(jwks_uri) };
  }),
});
