import { randomText } from '../random';

/** A nonce for the Content-Security-Policy of one answer: 24 characters. */
export const newNonce = (): string => randomText(16, 'base64');

/** A text that is the same in every answer, except for the nonce. */
export type NonceText = (nonce: string) => string;

/**
 * Stands for the nonce while a text is composed. It consists of control characters, which neither HTML nor headers
 * contain. They differ, so that compressors refer to the mark only at the same offset.
 */
export const MARK = String.fromCharCode(
  ...Array.from({ length: 32 }, (_, code) => code).filter((code) => code < 8 || code > 15),
);

/** Composes a text once; after that, an answer costs no more than its nonce. */
export const nonceText = (compose: NonceText): NonceText => {
  const parts = compose(MARK).split(MARK);
  return (nonce) => parts.join(nonce);
};
