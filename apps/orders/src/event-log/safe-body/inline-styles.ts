/** Holds the value of a `style` attribute until it is applied. */
export const INLINE_STYLE = 'data-given-style';

const TAG = /<[a-z][^<>]*>/gi;
const STYLE_ATTRIBUTE = /(?<=[\s"'/])style(?=\s*=)/gi;
const STYLE_ELEMENT = /(?<=<\/?)style\b/gi;

/**
 * Renames styles before a body is parsed, because parsing them violates a Content-Security-Policy without
 * `unsafe-inline`. Attributes get another name; `<style>` becomes `<noembed>`, which is raw text as well, and which
 * DOMPurify removes with its content. Missing an oddly written style is safe, since DOMPurify runs afterwards; it only
 * causes a violation report.
 */
export const setStylesAside = (html: string): string =>
  html.replace(STYLE_ELEMENT, 'noembed').replace(TAG, (tag) => tag.replace(STYLE_ATTRIBUTE, INLINE_STYLE));

/** The allowed properties and their targets. `bodyStyles` makes the colors readable in both schemes. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['color', '--given-color'],
  ['background-color', '--given-background'],
  ['font-style', 'font-style'],
  ['font-weight', 'font-weight'],
  ['text-align', 'text-align'],
  ['text-decoration', 'text-decoration'],
]);

const applyTo = (element: HTMLElement): void => {
  // Parses the declarations on an element that never enters the page, so they take no effect.
  const { style: parsed } = document.createElement('span');
  parsed.cssText = element.getAttribute(INLINE_STYLE) ?? '';
  element.removeAttribute(INLINE_STYLE);
  for (const [property, target] of ALLOWED) {
    const value = parsed.getPropertyValue(property);
    if (value) element.style.setProperty(target, value);
  }
};

/** Applies the allowed declarations through the CSSOM, which a strict policy permits. */
export const applyInlineStyles = (body: DocumentFragment): void =>
  body.querySelectorAll<HTMLElement>(`[${INLINE_STYLE}]`).forEach(applyTo);
