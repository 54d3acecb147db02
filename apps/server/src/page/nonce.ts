import { randomText } from '../secrets';

/** A nonce for the Content-Security-Policy of one answer: 24 characters. */
export const newNonce = (): string => randomText(16, 'base64');

/** A text that is the same in every answer, except for the nonce. */
export type NonceText = (nonce: string) => string;

/** Stands for the nonce while a text is composed: a control character, which neither HTML nor headers contain. */
const MARK = '\u0001';

/** Composes a text once; after that, an answer costs no more than its nonce. */
export const nonceText = (compose: NonceText): NonceText => {
  const parts = compose(MARK).split(MARK);
  return (nonce) => parts.join(nonce);
};
