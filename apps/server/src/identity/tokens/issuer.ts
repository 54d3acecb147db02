import * as v from 'valibot';
import type { Voucher } from '../../platform/audit/audit';
import type { Database } from '../../platform/database/connect';
import { useOnce } from '../sessions/session-store';

/** Asymmetric signatures only. Never `none`, and never HMAC: an attacker could use the public key as its secret. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** The longest lifetime of a token: it serves one sign-in or logout, right after it was issued. */
const LONGEST_SECONDS = 300;

/** How many seconds the issuer's clock may be off. */
const CLOCK_SECONDS = 10;

const KEYS_TIMEOUT_MS = 4000;

/** The token is not valid; `message` is one of a few codes, and never a part of it. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

const refusalSchema = v.object({ code: v.string(), claim: v.optional(v.string()) });

/** Why the library refused a token: the code of its error, and the name of the claim. */
const reasonOf = (error: unknown): string => {
  const { success, output } = v.safeParse(refusalSchema, error);
  return success ? [output.code, output.claim].filter(Boolean).join(' ') : 'keys-unreachable';
};

/**
 * Verifies the signed tokens (JWT) of an issuer that the operator trusts.
 * @param find resolves the issuer and the URL of its keys; called with the first token
 */
export const createIssuer = (
  find: () => Promise<{ issuer: string; audience: string | string[]; keysUrl: URL }>,
) => {
  const prepare = async () => {
    // Loaded on demand: only portals with an issuer need it.
    const [trusted, { createRemoteJWKSet, jwtVerify }] = await Promise.all([find(), import('jose')]);
    const keys = createRemoteJWKSet(trusted.keysUrl, { timeoutDuration: KEYS_TIMEOUT_MS });
    return { ...trusted, keys, jwtVerify };
  };
  let prepared: ReturnType<typeof prepare> | undefined;

  const verify = async (token: string) => {
    prepared ??= prepare();
    const { issuer, audience, keys, jwtVerify } = await prepared.catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: LONGEST_SECONDS,
      requiredClaims: ['exp', 'iat', 'jti'],
    });
    return { issuer, payload };
  };

  /**
   * @returns `use`, for the transaction of what the token permits, so that a fault leaves it usable
   * @throws TokenRefused when it is not this issuer's, not for this portal, or not valid now; `use`, when it was used before
   */
  return async <Schema extends v.GenericSchema>(token: string, schema: Schema) => {
    const { issuer, payload } = await verify(token).catch((cause: unknown) => {
      throw new TokenRefused(reasonOf(cause), { cause });
    });
    const claims = v.safeParse(schema, payload);
    const { jti, iat, exp } = payload;
    // The library has checked the times, but not that the id says anything.
    if (!claims.success || !jti || !iat || !exp) throw new TokenRefused('claims');
    if (exp - iat > LONGEST_SECONDS) throw new TokenRefused('lives-too-long');
    const use = async (transaction: Database) => {
      if (!(await useOnce(transaction, issuer, jti))) throw new TokenRefused('used');
    };
    return { issuer, claims: claims.output, use };
  };
};

/** How long `portal doctor` waits for an issuer. */
const TIMEOUT_MS = 10_000;

/** Reads JSON that an issuer publishes, such as its keys. @throws when the address does not respond with what fits the schema */
export const readPublished = async <Schema extends v.GenericSchema>(url: string, schema: Schema) => {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return v.parse(schema, await response.json());
};

export type Issuer = ReturnType<typeof createIssuer>;

/** An issuer that vouches for customers, and may end their sessions. */
export interface Trusted {
  by: Voucher;
  /** The `iss` of its tokens. */
  issuer: string;
  read: Issuer;
}
