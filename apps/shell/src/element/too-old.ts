/**
 * The fallback for a browser that can't run the portal. It may lack custom elements, shadow roots and promises, so use
 * only the oldest APIs here; the build compiles all of `embed.js` to the oldest syntax.
 */

const SENTENCE =
  'This browser is too old: update it, or use a current version of Chrome, Edge, Firefox or Safari.';

/**
 * Whether the browser lacks what the screens need. Checks the youngest features among them: container queries (Chrome
 * 105, Firefox 110, Safari 16.0) and adopted style sheets (Safari 16.4). A browser with both has custom elements, too.
 */
export const isTooOld = (page: Document): boolean =>
  typeof CSS === 'undefined' ||
  !('supports' in CSS && CSS.supports('container-type', 'inline-size') && 'adoptedStyleSheets' in page);

/** Writes the sentence into every element without content of the site's own, also into those that are added later. */
export const tellTooOld = (page: Document, name: string): void => {
  const writeSentence = () => {
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
  writeSentence();
  new MutationObserver(writeSentence).observe(page.documentElement, { childList: true, subtree: true });
  console.error(`${name}: ${SENTENCE}`);
};
