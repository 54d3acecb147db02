/** Where a body's inline styles wait until they are applied. */
export const GIVEN_STYLE = 'data-given-style';

const TAG = /<[a-z][^<>]*>/gi;
const STYLE_ATTRIBUTE = /(?<=[\s"'/])style(?=\s*=)/gi;
const STYLE_ELEMENT = /(?<=<\/?)style\b/gi;

/**
 * Renames styles before a body is parsed, because parsing them is already a violation of a
 * Content-Security-Policy without `unsafe-inline`: attributes wait under another name, elements become an
 * element that is raw text as well and falls to the sanitiser with all that is in it. A style that is written so
 * oddly that it is not found costs a report, not safety: the sanitiser comes after.
 */
export const setStylesAside = (html: string): string =>
  html.replace(STYLE_ELEMENT, 'noembed').replace(TAG, (tag) => tag.replace(STYLE_ATTRIBUTE, GIVEN_STYLE));

/** What a body may style, and under which name. The page's own styles make colours readable in both schemes. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['color', '--given-color'],
  ['background-color', '--given-background'],
  ['font-style', 'font-style'],
  ['font-weight', 'font-weight'],
  ['text-align', 'text-align'],
  ['text-decoration', 'text-decoration'],
]);

const applyTo = (element: HTMLElement): void => {
  // The browser parses the declarations; this element is never in the page, so that nothing of them takes effect.
  const { style: given } = document.createElement('span');
  given.cssText = element.getAttribute(GIVEN_STYLE) ?? '';
  element.removeAttribute(GIVEN_STYLE);
  for (const [property, target] of ALLOWED) {
    const value = given.getPropertyValue(property);
    if (value) element.style.setProperty(target, value);
  }
};

/** Applies the allowed declarations through the CSSOM, which such a policy permits. */
export const applyGivenStyles = (body: DocumentFragment): void =>
  body.querySelectorAll<HTMLElement>(`[${GIVEN_STYLE}]`).forEach(applyTo);
