/** Don't inherit the page's font. Scripts may set styles under any style-src. */
const FONT = '16px/1.5 system-ui, sans-serif';

/** The portal's minimum height. It shows its own "Loading..." in the same place, so nothing moves. */
const HEIGHT = 'min(100dvh, 560px)';

/** A gray that is faint on light and dark pages. */
const SHADE = 'linear-gradient(rgb(128 128 128 / 10%) 0 0)';

/** A still skeleton of the portal: its bar, a heading, two cards. */
const SKELETON = [
  `${SHADE} 0 0 / 100% 64px`,
  `${SHADE} 24px 96px / 40% 24px`,
  `${SHADE} 24px 144px / calc(100% - 48px) 88px`,
  `${SHADE} 24px 312px / calc(100% - 48px) 88px`,
]
  .map((shape) => `${shape} no-repeat`)
  .join();

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

/** Whether a node is content: an element, or text other than white space. */
const isContent = ({ nodeType, textContent }: Node): boolean =>
  nodeType === Node.ELEMENT_NODE || (textContent ?? '').trim() !== '';

/** Shown until the portal is mounted: the embedder's own content of the element, or the text of the portal's own page. */
export const loadingView = (): Node[] => {
  const status = paragraph('status', 'Loading...');
  Object.assign(status.style, {
    minBlockSize: HEIGHT,
    display: 'grid',
    placeItems: 'center',
    background: SKELETON,
  });
  const fallback = document.createElement('slot');
  fallback.addEventListener('slotchange', () => {
    status.style.display = fallback.assignedNodes().some(isContent) ? 'none' : 'grid';
  });
  return [status, fallback];
};

/** Shown above the embedder's own content. @param tryAgain undefined if that can't help */
export const failureView = (message: string, tryAgain: (() => void) | undefined): Node[] => {
  const view = paragraph('alert', message);
  const fallback = document.createElement('slot');
  if (!tryAgain) return [view, fallback];
  const button = document.createElement('button');
  button.type = 'button';
  Object.assign(button.style, { font: FONT, minBlockSize: '44px', paddingInline: '16px' });
  button.append('Try again');
  button.addEventListener('click', tryAgain);
  view.append(' ', button);
  return [view, fallback];
};

const HOST_RULES = [
  `:host { display: block; min-block-size: ${HEIGHT}; writing-mode: horizontal-tb; }`,
  // Where content sets the width (flex items, floats, tables), a size container collapses. This fills the available
  // width, and shrinks with it.
  `:host::before { content: ''; display: grid; grid-template-columns: minmax(0, 100vw); }`,
  ':host([hidden]) { display: none; }',
];

/** The default styles of the element, which the page can override. No policy restricts a constructed sheet. */
export const hostStyles = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  HOST_RULES.forEach((rule, index) => sheet.insertRule(rule, index));
  return sheet;
};
