import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto';
import type { Key } from '../../platform/crypto/secrets';

/** Long enough for one call, and for clocks that differ. */
const LIFE_SECONDS = 60;

/** The bytes before the 32 of the seed, in the PKCS #8 form of an Ed25519 key (RFC 8410 section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });

/**
 * Signs who a customer is, for the back ends of remotes, which verify it by the public keys.
 * @param seeds the first signs; the others are published too, so that keys can be replaced while the portal runs
 */
export const createCustomerTokens = async ({ seeds }: Pick<Key, 'seeds'>, issuer: string) => {
  // Loaded on demand: only portals with such back ends need it.
  const { calculateJwkThumbprint, exportJWK, SignJWT } = await import('jose');
  const publicJwk = async (seed: Buffer) => {
    const jwk = await exportJWK(createPublicKey(privateKeyOf(seed)));
    return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' };
  };
  const [current, ...others] = seeds;
  const key = privateKeyOf(current);
  const jwk = await publicJwk(current);
  const otherJwks = await Promise.all(others.map(publicJwk));

  return {
    /** The public keys (RFC 7517). */
    jwks: { keys: [jwk, ...otherJwks] },

    /** A token for one call. @param audience the name of the remote */
    sign: (customerId: string, audience: string): Promise<string> =>
      new SignJWT()
        .setProtectedHeader({ alg: 'EdDSA', kid: jwk.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(`customer-${customerId}`)
        .setIssuedAt()
        .setExpirationTime(`${LIFE_SECONDS}s`)
        .setJti(randomUUID())
        .sign(key),
  };
};
