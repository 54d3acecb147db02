import type { EventImages } from '@portal/contract';

/** Marks the placeholder of a picture that the customer has not asked for yet. */
export const WITHHELD = 'data-withheld-picture';

/** Texts that the sanitizer adds to a body, in the customer's language. */
export interface BodyTexts {
  /** The placeholder of a withheld picture without an `alt`. */
  picture: string;
  /** The accessible name of a box around a table. */
  table: string;
}

const REMOTE = /^https?:/i;
/** Not SVG, which is a document with scripts and links of its own. */
const INLINE_RASTER = /^data:image\/(?:avif|bmp|gif|jpe?g|png|webp|x-icon)[;,]/i;

const withhold = (image: HTMLImageElement, name: string): void => {
  const place = document.createElement('span');
  place.setAttribute(WITHHELD, '');
  place.textContent = image.alt || name;
  image.replaceWith(place);
};

/**
 * Loads images lazily and without a referrer. Replaces an image without a loadable source by its `alt`, and a withheld
 * one by a placeholder.
 */
export const sanitizeImages = (
  body: DocumentFragment,
  images: EventImages,
  { picture }: Pick<BodyTexts, 'picture'>,
): void => {
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    image.alt = image.alt.trim();
    // DOMPurify allows every `data:` for images, regardless of ALLOWED_URI_REGEXP.
    if (!REMOTE.test(source) && !INLINE_RASTER.test(source)) image.replaceWith(image.alt);
    else if (REMOTE.test(source) && images !== 'as-given') withhold(image, picture);
    else {
      image.setAttribute('loading', 'lazy');
      image.referrerPolicy = 'no-referrer';
    }
  }
};

/**
 * Removes `href` from all elements but links, `src` from all but images, and empty ones, which lead to the page itself.
 * DOMPurify keeps them.
 */
export const dropStrayAddresses = (body: DocumentFragment): void => {
  for (const [name, owner] of [
    ['href', 'a'],
    ['src', 'img'],
  ])
    body
      .querySelectorAll(`[${name}]:not(${owner}), [${name}=""]`)
      .forEach((element) => element.removeAttribute(name ?? ''));
};

const hasName = (link: HTMLAnchorElement): boolean =>
  link.textContent.trim() !== '' || link.querySelector('img[alt]:not([alt=""])') !== null;

/** Opens web links in a new tab, without opener and referrer, and gives each link an accessible name. */
export const sanitizeLinks = (body: DocumentFragment): void => {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.rel = 'noopener noreferrer';
    if (link.protocol.startsWith('http')) link.target = '_blank';
    if (!hasName(link)) link.setAttribute('aria-label', link.href);
  }
};

/** The level of the event's own heading. */
const EVENT_LEVEL = 3;
const DEEPEST_LEVEL = 6;

const isEmpty = (heading: Element): boolean => !heading.textContent.trim() && !heading.querySelector('img');

/**
 * Moves headings below the heading of their event, without skipped levels (WCAG 2.2, 1.3.1). Each level is relative
 * to the headings before it: h1, h4, h2 become h4, h5, h5.
 */
export const sanitizeHeadings = (body: DocumentFragment): void => {
  const ancestors: string[] = [];
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    if (isEmpty(heading)) {
      heading.remove();
      continue;
    }
    while ((ancestors.at(-1) ?? '') >= heading.localName) ancestors.pop();
    ancestors.push(heading.localName);
    const level = Math.min(EVENT_LEVEL + ancestors.length, DEEPEST_LEVEL);
    const replacement = document.createElement(`h${level}`);
    for (const { name, value } of heading.attributes) replacement.setAttribute(name, value);
    replacement.append(...heading.childNodes);
    heading.replaceWith(replacement);
  }
};

/** Wraps each table in a box that scrolls, also by keyboard, so that the page never scrolls sideways. */
export const wrapTables = (body: DocumentFragment, { table: name }: Pick<BodyTexts, 'table'>): void => {
  for (const table of body.querySelectorAll('table')) {
    if (table.parentElement?.closest('table')) continue;
    const box = document.createElement('div');
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', name);
    table.replaceWith(box);
    box.append(table);
  }
};
