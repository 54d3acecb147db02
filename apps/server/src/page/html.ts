/** Escapes text for HTML attributes and content. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Serializes JSON for a script element: `</script>` and `<!--` cannot end it early. */
export const jsonForHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A text that is the same in every response, except for the nonce. */
export type NonceText = (nonce: string) => string;

/** Stands for the nonce while a text is composed: a control character, which neither HTML nor headers contain. */
const MARK = '\u0001';

/** Composes a text once; after that, a response costs no more than its nonce. */
export const nonceText = (compose: NonceText): NonceText => {
  const parts = compose(MARK).split(MARK);
  return (nonce) => parts.join(nonce);
};
