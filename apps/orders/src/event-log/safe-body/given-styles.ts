/** Where a body's inline styles wait until they are applied. */
export const GIVEN_STYLE = 'data-given-style';

const TAG = /<[a-z][^>]*>/gi;
const STYLE_ATTRIBUTE = /(?<=[\s"'/])style(?=\s*=)/gi;

/**
 * Renames the style attributes of a body before it is parsed, because parsing them is already a violation of
 * a Content-Security-Policy without `unsafe-inline`. One that slips through is dropped by the sanitiser.
 */
export const setStylesAside = (html: string): string =>
  html.replace(TAG, (tag) => tag.replace(STYLE_ATTRIBUTE, GIVEN_STYLE));

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
