/** Images load lazily and without a referrer. An image without a loadable source is replaced by its `alt`. */
export const sanitizeImages = (body: DocumentFragment): void => {
  for (const image of body.querySelectorAll('img')) {
    // DOMPurify allows `data:` for images, regardless of ALLOWED_URI_REGEXP.
    if (!/^https?:/i.test(image.getAttribute('src') ?? '')) {
      image.replaceWith(image.alt);
      continue;
    }
    image.alt = image.alt.trim();
    image.setAttribute('loading', 'lazy');
    image.referrerPolicy = 'no-referrer';
  }
};

const hasName = (link: HTMLAnchorElement): boolean =>
  link.textContent.trim() !== '' || link.querySelector('img[alt]:not([alt=""])') !== null;

/** Links open in a new tab without opener and referrer, and always have a name. */
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
export const wrapTables = (body: DocumentFragment): void => {
  for (const table of body.querySelectorAll('table')) {
    if (table.parentElement?.closest('table')) continue;
    const box = document.createElement('div');
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Table');
    table.replaceWith(box);
    box.append(table);
  }
};
