import { randomBytes } from 'node:crypto';

const NONCE_BYTES = 16;

/** A nonce for the Content-Security-Policy of one answer. */
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64');

/** A text that is the same in every answer, except for the nonce. */
export type NonceText = (nonce: string) => string;

/** Composes a text once; after that, an answer costs no more than its nonce. */
export const nonceText = (compose: NonceText): NonceText => {
  // Nobody can write it into a part of the page: it is as secret as a nonce, and no answer contains it.
  const mark = newNonce();
  const parts = compose(mark).split(mark);
  return (nonce) => parts.join(nonce);
};
