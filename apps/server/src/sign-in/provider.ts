import type { Configuration } from 'openid-client';
import * as v from 'valibot';
import type { Config } from '../config';
import type { Database } from '../database/connect';
import { seal, unseal } from '../secrets';
import { contactClaims, contactsIn, type Vouched } from './claims';
import { createIssuer } from './issuer';
import { newToken } from '../secrets';

/** Shorter than a browser waits for `/logout`, which may have to ask the provider. */
const TIMEOUT_SECONDS = 4;

/** Where the provider sends the browser back to, below PUBLIC_URL. */
export const CALLBACK_PATH = '/sign-in/oidc/callback';

/** Loaded on demand: only portals with a provider need it. */
const library = () => import('openid-client');

const begunSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  /** The path to show after the sign-in. */
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

interface ProviderOptions {
  oidc: NonNullable<Config['oidc']>;
  database: Database;
  /** The portal's URL, without a trailing slash. */
  baseUrl: string;
  /** Encrypts what the browser and the database keep for the provider. */
  key: Buffer;
}

/** The company's identity provider: OpenID Connect by discovery, with code, PKCE, state, and nonce. */
export const createProvider = ({ oidc, database, baseUrl, key }: ProviderOptions) => {
  let discovered: Promise<Configuration> | undefined;

  const discover = async (): Promise<Configuration> => {
    const {
      allowInsecureRequests,
      ClientSecretBasic,
      ClientSecretPost,
      discovery,
      enableNonRepudiationChecks,
    } = await library();
    const [basic, post] = [ClientSecretBasic(oidc.clientSecret), ClientSecretPost(oidc.clientSecret)];
    return discovery(
      oidc.issuer,
      oidc.clientId,
      undefined,
      (server, ...request) => {
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
      },
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          enableNonRepudiationChecks,
          // environment.ts allows plain HTTP on this machine only.
          ...(oidc.issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
        ],
      },
    );
  };
  const configuration = () => {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  /** Before the browser leaves for the provider: one that is away would leave it on its own error page. */
  const configurationNow = () => {
    discovered = undefined;
    return configuration();
  };

  /** Asks the userinfo endpoint if the ID token has no contact: many providers return contacts only there. */
  const contactsOf = async (accessToken: string, identity: v.InferOutput<typeof identitySchema>) => {
    const named = contactsIn(identity, { mustBeVerified: true });
    const asked = await configuration();
    if (named.length > 0 || !asked.serverMetadata().userinfo_endpoint) return named;
    const { fetchUserInfo } = await library();
    return contactsIn(await fetchUserInfo(asked, accessToken, identity.sub), { mustBeVerified: true });
  };

  return {
    /** @returns the URL to redirect to, and the encrypted state for the browser's cookie */
    begin: async (returnTo: string): Promise<{ url: string; begun: string }> => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomPKCECodeVerifier } = await library();
      const begun: Begun = {
        state: newToken(),
        nonce: newToken(),
        verifier: randomPKCECodeVerifier(),
        returnTo,
      };
      const url = buildAuthorizationUrl(await configurationNow(), {
        redirect_uri: baseUrl + CALLBACK_PATH,
        scope: oidc.scope,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, begun: seal(key, JSON.stringify(begun), 'begun') };
    },

    /** Decrypts the state that `begin` returned. @returns undefined when this portal did not write the text */
    read: (text: string | undefined): Begun | undefined => {
      try {
        return v.parse(begunSchema, JSON.parse(unseal(key, text ?? '', 'begun')));
      } catch {
        return undefined;
      }
    },

    /**
     * Exchanges the code in the address that the provider sent the browser to.
     * @throws when the provider refused, or the response is not the one to this browser's question
     */
    finish: async (url: URL, { state, nonce, verifier }: Begun): Promise<Vouched> => {
      const { authorizationCodeGrant } = await library();
      const tokens = await authorizationCodeGrant(await configuration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const identity = v.parse(identitySchema, tokens.claims());
      return {
        by: 'provider',
        contacts: await contactsOf(tokens.access_token, identity),
        origin: {
          issuer: identity.iss,
          subject: identity.sub,
          issuerSession: identity.sid,
          idToken: seal(key, tokens.id_token ?? '', 'id-token'),
        },
      };
    },

    /**
     * @param idToken of the session that ended here, as `finish` encrypted it
     * @returns the URL where the browser ends the provider's session too; undefined when the provider has none
     * @throws when the provider does not answer
     */
    endSessionUrl: async (idToken: string): Promise<string | undefined> => {
      const asked = await configurationNow();
      if (!asked.serverMetadata().end_session_endpoint) return undefined;
      const { buildEndSessionUrl } = await library();
      return buildEndSessionUrl(asked, {
        id_token_hint: unseal(key, idToken, 'id-token'),
        post_logout_redirect_uri: `${baseUrl}/login`,
      }).href;
    },

    /** The sign-in of the portal, which says that the provider's session may go on. */
    awayUrl: `${baseUrl}/login?problem=stayed`,

    /** Reads the provider's logout tokens. */
    issuer: createIssuer(database, async () => {
      const { issuer, jwks_uri } = (await configuration()).serverMetadata();
      if (jwks_uri === undefined)
        throw new Error(
          'The identity provider has no jwks_uri in its discovery document. Check OIDC_ISSUER.',
        );
      return { issuer, audience: oidc.clientId, keysUrl: new URL(jwks_uri) };
    }),
  };
};

export type Provider = ReturnType<typeof createProvider>;
