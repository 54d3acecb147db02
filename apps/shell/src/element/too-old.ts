/**
 * What a browser that cannot run the portal gets instead. It runs where there are no custom elements, shadow roots or
 * promises, so it uses the oldest means only; the build brings all of `embed.js` into the oldest syntax.
 */

const SENTENCE =
  'This browser is too old: update it, or use a current version of Chrome, Edge, Firefox or Safari.';

/**
 * Whether every screen of the portal can work: asks for the youngest features that they need, container queries (Chrome
 * 105, Firefox 110, Safari 16.0) and adopted style sheets (Safari 16.4). A browser with both has custom elements, too.
 */
export const isTooOld = (page: Document): boolean =>
  typeof CSS === 'undefined' ||
  !('supports' in CSS && CSS.supports('container-type', 'inline-size') && 'adoptedStyleSheets' in page);

/** Writes the sentence into every element that has no content of the site's own, also of those that come later. */
export const tellTooOld = (page: Document, name: string): void => {
  const tell = () => {
    const elements = page.getElementsByTagName(name);
    for (let index = 0; index < elements.length; index += 1) {
      const element = elements[index];
      if (!element || element.children.length > 0 || element.textContent.replace(/\s+/g, '')) continue;
      const text = page.createElement('p');
      text.setAttribute('role', 'alert');
      text.setAttribute('lang', 'en');
      text.textContent = SENTENCE;
      element.appendChild(text);
    }
  };
  tell();
  new MutationObserver(tell).observe(page.documentElement, { childList: true, subtree: true });
  console.error(`${name}: ${SENTENCE}`);
};
