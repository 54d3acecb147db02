import DOMPurify from 'dompurify';
import { applyInlineStyles, INLINE_STYLE, setStylesAside } from './inline-styles';
import { sanitizeHeadings, sanitizeImages, sanitizeLinks, wrapTables } from './sanitize-elements';

const TEXT = 'b br code del em i ins mark s small span strike strong sub sup u'.split(' ');
const BLOCKS = 'blockquote div h1 h2 h3 h4 h5 h6 hr li ol p pre ul'.split(' ');
const TABLES = 'caption table tbody td tfoot th thead tr'.split(' ');
const PLAIN_ATTRIBUTES = [
  ...'align alt colspan dir height rowspan start title width'.split(' '),
  INLINE_STYLE,
];

/**
 * Keeps formatting and removes everything that could run code, ask for input, load a page, or collide with the
 * portal's own classes and ids. An allow-list: unknown elements and attributes are removed.
 */
const purify = (html: string): DocumentFragment =>
  DOMPurify.sanitize(setStylesAside(html), {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [...TEXT, ...BLOCKS, ...TABLES, 'a', 'img'],
    ALLOWED_ATTR: ['href', 'src', ...PLAIN_ATTRIBUTES],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Not relative URLs: they would resolve against the portal, not against the place where the body was written.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    ADD_URI_SAFE_ATTR: PLAIN_ATTRIBUTES,
  });

/**
 * Sanitizes the body of an event: formatting stays (specification section 3), active content goes.
 * @param html as the server sent it
 * @returns nodes without scripts, forms, frames, style sheets, ids and classes
 */
export const safeBody = (html: string): DocumentFragment => {
  const body = purify(html);
  sanitizeImages(body);
  sanitizeLinks(body);
  sanitizeHeadings(body);
  wrapTables(body);
  applyInlineStyles(body);
  return body;
};
