import { randomBytes } from 'node:crypto';

const NONCE_BYTES = 16;

/** Asking the system for each nonce takes a fifth of the time of an answer. */
let pool = randomBytes(NONCE_BYTES * 256);
let used = 0;

/** A nonce for the Content-Security-Policy of one answer. */
export const newNonce = (): string => {
  if (used === pool.length) {
    pool = randomBytes(pool.length);
    used = 0;
  }
  used += NONCE_BYTES;
  return pool.toString('base64', used - NONCE_BYTES, used);
};

/** A text that is the same in every answer, except for the nonce. */
export type NonceText = (nonce: string) => string;

/** Composes a text once; after that, an answer costs no more than its nonce. */
export const nonceText = (compose: NonceText): NonceText => {
  // Nobody can write it into a part of the page: it is as secret as a nonce, and no answer contains it.
  const mark = newNonce();
  const parts = compose(mark).split(mark);
  return (nonce) => parts.join(nonce);
};
