import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const IV_BYTES = 12;
const TAG_BYTES = 16;

const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares two secrets in constant time. Compares hashes: even their length reveals nothing. */
export const sameSecret = (left: string, right: string): boolean => timingSafeEqual(hash(left), hash(right));

/** The bearer token of a program; empty without one. */
export const bearerIn = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Unguessable text: tokens, ids, and nonces. */
export const randomText = (bytes: number, encoding: 'base64' | 'base64url'): string =>
  randomBytes(bytes).toString(encoding);

/** 256 random bits for a cookie (ASVS 5.0 7.2.3 asks for 128). */
export const newToken = () => randomText(32, 'base64url');

/** The stored form of a token: useless to readers of the database. */
export const hashToken = (token: string) => hash(token).toString('hex');

/** Whether the text looks like a token of `newToken`. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

const hmac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

const encrypt = (key: Buffer, text: string, context: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
};

/** @returns undefined when the key or context differs, or the text was changed */
const decrypt = (key: Buffer, sealed: string, context: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
};

/** A key for one purpose. It makes everything new with the current secret, and accepts what the previous one made. */
export const createKey = (current: Buffer, previous?: Buffer) => {
  const accepted: readonly [Buffer, ...Buffer[]] = previous ? [current, previous] : [current];
  return {
    /** For keys of other algorithms: the current secret, then the previous one. */
    seeds: accepted,
    /** Keyed hashes of a text, by the current secret, then by the previous one. */
    hashes: (text: string): string[] => accepted.map((key) => hmac(key, text)),
    /** Signs a text with HMAC-SHA256. */
    sign: (text: string): string => hmac(current, text),
    verify: (text: string, signature: string): boolean =>
      accepted.some((key) => sameSecret(signature, hmac(key, text))),
    /** Encrypts a text with AES-256-GCM. `unseal` needs the same context. */
    seal: (text: string, context: string): string => encrypt(current, text, context),
    /** @returns undefined when the key or context differs, or the text was changed */
    unseal: (sealed: string, context: string): string | undefined => {
      for (const key of accepted) {
        const text = decrypt(key, sealed, context);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
};

export type Key = ReturnType<typeof createKey>;
