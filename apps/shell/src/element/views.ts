/** Don't inherit the page's font. Scripts may set styles under any style-src. */
const FONT = '16px/1.5 system-ui, sans-serif';

/** The portal's minimum height. It shows its own "Loading..." in the same place, so nothing moves. */
const HEIGHT = 'min(100dvh, 560px)';

const paragraph = (role: string, text: string): HTMLElement => {
  const element = document.createElement('p');
  element.setAttribute('role', role);
  // Don't inherit the embedder's `lang` and `dir`.
  element.lang = 'en';
  element.dir = 'ltr';
  Object.assign(element.style, { font: FONT, margin: '0', padding: '16px', boxSizing: 'border-box' });
  element.append(text);
  return element;
};

/** Shown until the portal is mounted, with the words of the portal's own page. */
export const loadingView = (): HTMLElement => {
  const view = paragraph('status', 'Loading...');
  Object.assign(view.style, { minBlockSize: HEIGHT, display: 'grid', placeItems: 'center' });
  return view;
};

/**
 * Shown when the portal can't be.
 * @param tryAgain undefined if that can't help
 */
export const failureView = (message: string, tryAgain: (() => void) | undefined): HTMLElement => {
  const view = paragraph('alert', message);
  if (!tryAgain) return view;
  const button = document.createElement('button');
  button.type = 'button';
  Object.assign(button.style, { font: FONT, minBlockSize: '44px', paddingInline: '16px' });
  button.append('Try again');
  button.addEventListener('click', tryAgain);
  view.append(' ', button);
  return view;
};

/**
 * The element is a block unless the page says otherwise; the page decides about its size and place. A constructed
 * stylesheet needs no permission of a policy.
 */
export const hostStyles = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.insertRule(':host { display: block; }');
  sheet.insertRule(':host([hidden]) { display: none; }', 1);
  return sheet;
};
