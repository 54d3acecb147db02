import { readEventBody } from '@portal/api';
import type { EventImages } from '@portal/contract';
import DOMPurify from 'dompurify';
import type {} from 'trusted-types';

/** The names of a picture without an `alt`, and of a table, in the customer's language. */
interface BodyTexts {
  picture: string;
  table: string;
}

/** For bodies that are read, not shown. */
export const NO_TEXTS: BodyTexts = { picture: '', table: '' };

/** Marks the placeholder of a picture that the customer has not asked for yet. */
export const WITHHELD = 'data-withheld-picture';

/** Marks a picture that shows something, and its placeholder: neither decoration, nor an icon or a tracking pixel. */
export const PHOTO = 'data-photo';

/** The given size of an icon is less, in px. */
const PHOTO_PX = 64;

/** Holds the value of a `style` attribute until it is applied. */
const STYLE = 'data-given-style';

const TAGS =
  `a b blockquote br caption center code dd del div dl dt em font h4 hr i img ins li mark ol p pre s small span
  strike strong sub sup table tbody td tfoot th thead tr u ul`.split(/\s+/);

const ATTRIBUTES =
  `align alt bgcolor border cellpadding cellspacing color colspan dir height lang reversed rowspan start
  title type valign value width ${STYLE}`.split(/\s+/);

const ADDRESSES: Readonly<Record<string, string>> = { a: 'href', img: 'src' };

/** The allowed declarations of a `style`: none takes an element out of its place, or loads anything. */
const DECLARATIONS =
  `background-color border-bottom border-collapse border-left border-radius border-right border-top
  color display font-style font-weight padding-bottom padding-left padding-right padding-top text-align
  text-decoration vertical-align`.split(/\s+/);

const REMOTE = /^https?:/i;
/** Not SVG, which is a document with scripts and links of its own. */
const INLINE_RASTER = /^data:image\/(?:avif|bmp|gif|jpe?g|png|webp|x-icon)[;,]/i;

/** DOMPurify requires `createScriptURL`, but removes every script, so the script functions return nothing. */
const RULES = { createHTML: (html: string) => html, createScript: () => '', createScriptURL: () => '' };

/** The Trusted Types policy for parsing a body; null without Trusted Types, and in a page whose policy forbids it. */
const createPolicy = () => {
  try {
    return window.trustedTypes?.createPolicy('portal-html', RULES) ?? null;
  } catch {
    return null;
  }
};

const policy = createPolicy();

const TAG = /<[a-z][^<>]*>/gi;
const BLOCK =
  /(?<=<\/?)(?:address|article|aside|details|dialog|fieldset|figcaption|figure|footer|form|header|legend|main|nav|option|section|summary)(?=[\s/>])/gi;

/** Renames what must not be parsed as it is. Missing an oddly written tag is safe: DOMPurify runs afterwards. */
const rename = (html: string): string =>
  html
    // Parsing styles violates a strict Content-Security-Policy. DOMPurify removes `<noembed>` with its content.
    .replace(/(?<=<\/?)style\b/gi, 'noembed')
    // DOMPurify would unwrap these, which joins their text with the text around them.
    .replace(BLOCK, 'div')
    // All headings are below the heading of their event (WCAG 2.2, 1.3.1).
    .replace(/(?<=<\/?)h[1-6](?=[\s/>])/gi, 'h4')
    .replace(TAG, (tag) => tag.replace(/(?<=[\s"'/])style(?=\s*=)/gi, STYLE));

/** The `#` of a color in an HTML attribute may be missing. */
const colorOf = (color: string): string => (/^[\da-f]{6}$/i.test(color) ? `#${color}` : color);

const NO_BACKGROUND = /^(?:initial|inherit|none|transparent|unset)$/;

/** Applies the allowed styles and colors through the CSSOM, which a strict policy permits. */
const applyStyles = (element: HTMLElement): void => {
  const [color = '', background = '', given = ''] = ['color', 'bgcolor', STYLE].map((name) => {
    const value = element.getAttribute(name);
    element.removeAttribute(name);
    return value ?? '';
  });
  if (!color && !background && !given) return;
  // Parses the declarations on an element that never enters the page, so they take no effect.
  const { style } = document.createElement('span');
  style.cssText = given;
  style.color ||= colorOf(color);
  style.backgroundColor ||= colorOf(background);
  for (const property of DECLARATIONS) {
    const value = style.getPropertyValue(property);
    if (value && !(property === 'background-color' && NO_BACKGROUND.test(value)))
      element.style.setProperty(property === 'color' ? '--given-color' : property, value);
  }
};

const isIconSize = (size: string | null): boolean =>
  size !== null && !size.includes('%') && Number.parseFloat(size) < PHOTO_PX;

/** An empty `alt` says that a picture is decorative; a missing one says nothing. */
const isPhoto = (image: HTMLImageElement): boolean =>
  image.getAttribute('alt')?.trim() !== '' &&
  !isIconSize(image.getAttribute('width')) &&
  !isIconSize(image.getAttribute('height'));

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  if (!(element instanceof HTMLElement)) return;
  applyStyles(element);
  // DOMPurify keeps empty addresses, which lead to the page itself.
  for (const name of ['href', 'src']) if (!element.getAttribute(name)) element.removeAttribute(name);
  if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) {
    element.rel = 'noopener noreferrer';
    if (REMOTE.test(element.href)) element.target = '_blank';
  }
  if (element instanceof HTMLImageElement) {
    element.toggleAttribute(PHOTO, isPhoto(element));
    element.alt = element.alt.trim();
    element.setAttribute('loading', 'lazy');
    element.setAttribute('referrerpolicy', 'no-referrer');
  }
});

const purify = (html: string): DocumentFragment =>
  // `<body>` first: a `<frameset>` would otherwise replace the body, and DOMPurify would return nothing.
  DOMPurify.sanitize(`<body>${html}`, {
    RETURN_DOM_FRAGMENT: true,
    TRUSTED_TYPES_POLICY: policy,
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ADD_ATTR: (name: string, tag: string) => ADDRESSES[tag] === name,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Not relative URLs: they would resolve against the portal, not against the place where the body was written.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    ADD_URI_SAFE_ATTR: ATTRIBUTES,
  });

/** Not the portal's own, such as a photo that the customer sent: that tells nobody. */
const isOfOthers = (source: string): boolean =>
  REMOTE.test(source) && !source.startsWith(`${location.origin}/`);

/** A picture without a loadable source becomes its `alt`, a withheld one a placeholder; others stay. */
const settlePicture = (image: HTMLImageElement, images: EventImages, name: string): void => {
  const source = image.getAttribute('src') ?? '';
  // DOMPurify allows every `data:` for images, regardless of ALLOWED_URI_REGEXP.
  if (!REMOTE.test(source) && !INLINE_RASTER.test(source)) image.replaceWith(image.alt);
  else if (isOfOthers(source) && images !== 'as-given') {
    const place = document.createElement('span');
    place.setAttribute(WITHHELD, '');
    place.toggleAttribute(PHOTO, image.hasAttribute(PHOTO));
    place.textContent = image.alt || name;
    image.replaceWith(place);
  }
};

/** Wraps a table in a box that scrolls, also by keyboard. */
const wrapTable = (table: HTMLTableElement, name: string): void => {
  const box = document.createElement('div');
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', name);
  table.replaceWith(box);
  box.append(table);
};

const isEmpty = (element: Element): boolean =>
  !element.textContent.trim() && !element.querySelector('img[alt]:not([alt=""])');

/**
 * Sanitizes the body of an event: formatting stays (specification section 3). Everything that could run code, ask for
 * input, load a page, or collide with the portal's classes and ids goes.
 * @param images whether pictures of other servers are loaded, or withheld until the customer asks for them
 * @returns an element; `data-plain` marks text without tags, `data-sheet` a body with backgrounds of its own
 */
export const sanitize = (given: string, texts: BodyTexts, images: EventImages = 'as-given'): HTMLElement => {
  const { isPlain, html } = readEventBody(given);
  const nodes = purify(rename(html));
  for (const image of nodes.querySelectorAll('img')) settlePicture(image, images, texts.picture);
  for (const heading of nodes.querySelectorAll('h4'))
    if (isEmpty(heading) && !heading.querySelector('img')) heading.remove();
  for (const link of nodes.querySelectorAll<HTMLAnchorElement>('a[href]'))
    if (isEmpty(link)) link.setAttribute('aria-label', link.href);
  for (const table of nodes.querySelectorAll('table'))
    if (!table.parentElement?.closest('table')) wrapTable(table, texts.table);

  const body = document.createElement('div');
  body.toggleAttribute('data-plain', isPlain);
  body.toggleAttribute('data-sheet', nodes.querySelector('[style*="background-color"]') !== null);
  // Pictures load as soon as they are part of the page's document.
  body.append(nodes);
  return body;
};

const LONG = /^(.{400}).+$/u;

/** The first words of an event's body, as plain text. */
export const excerptOf = (html: string): string => {
  const body = sanitize(html, NO_TEXTS, 'ask');
  for (const block of body.querySelectorAll('br, dd, div, dt, h4, li, p, pre, td, th')) block.after(' ');
  return body.textContent.replace(/\s+/g, ' ').trim().replace(LONG, '$1…');
};
