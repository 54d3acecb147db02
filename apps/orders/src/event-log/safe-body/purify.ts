import DOMPurify from 'dompurify';
import { GIVEN_STYLE, setStylesAside } from './given-styles';

const TEXT = [
  'b',
  'br',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'mark',
  's',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'u',
];
const BLOCKS = ['blockquote', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'ul'];
const TABLES = ['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'];
const PLAIN_ATTRIBUTES = [
  'align',
  'alt',
  'colspan',
  'dir',
  'height',
  'rowspan',
  'start',
  'title',
  'width',
  GIVEN_STYLE,
];

/**
 * Keeps formatting and takes out everything that could run, ask for input, load a page or take over the
 * portal's own styles and ids: an allow-list, so that what is not known is out.
 */
export const purify = (html: string): DocumentFragment =>
  DOMPurify.sanitize(setStylesAside(html), {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [...TEXT, ...BLOCKS, ...TABLES, 'a', 'img'],
    ALLOWED_ATTR: ['href', 'src', ...PLAIN_ATTRIBUTES],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    // Relative addresses are out too: they would point into the portal, not to where the body was written.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    ADD_URI_SAFE_ATTR: PLAIN_ATTRIBUTES,
  });
