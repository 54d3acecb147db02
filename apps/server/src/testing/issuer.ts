import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import { listenLocally } from './listen-locally';

const KID = 'of-the-issuer';

/** Seconds since the epoch, from now. */
export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

interface Signing {
  key?: CryptoKey | Uint8Array;
  header?: Partial<JWTHeaderParameters>;
}

/** An issuer that signs tokens: a site, or an identity provider. Serves its keys; `respond` handles other requests. */
export const startIssuer = async (
  respond: (issuer: string) => RequestListener = () => (_, reply) => reply.end(),
) => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: KID, alg: 'ES256' };
  let url = '';
  const server = createServer((request, reply) => {
    if (request.url === '/keys')
      reply.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
    else respond(url)(request, reply);
  });
  url = await listenLocally(server);

  return {
    url,
    keysUrl: `${url}/keys`,
    jwk,
    publicKey,
    /** A token that lives for a minute; an undefined claim is left out. */
    sign: (claims: Record<string, unknown>, { key = privateKey, header }: Signing = {}) =>
      new SignJWT({ iss: url, jti: randomUUID(), iat: inSeconds(0), exp: inSeconds(60), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: KID, ...header })
        .sign(key),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>;

/** The claim that makes a token end sessions. */
export const LOGOUT = { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } };
