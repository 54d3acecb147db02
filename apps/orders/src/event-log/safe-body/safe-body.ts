import type { EventImages } from '@portal/contract';
import DOMPurify from 'dompurify';
import type {} from 'trusted-types';
import { applyInlineStyles, INLINE_STYLE, setStylesAside } from './inline-styles';
import {
  dropStrayAddresses,
  sanitizeHeadings,
  sanitizeImages,
  sanitizeLinks,
  wrapTables,
  type BodyTexts,
} from './sanitize-elements';

const TEXT = 'b br code del em i ins mark s small span strike strong sub sup u'.split(' ');
const BLOCKS = 'blockquote div h1 h2 h3 h4 h5 h6 hr li ol p pre ul'.split(' ');
const TABLES = 'caption table tbody td tfoot th thead tr'.split(' ');
const PLAIN_ATTRIBUTES = [
  ...'align alt colspan dir height rowspan start title width'.split(' '),
  INLINE_STYLE,
];

/** The policy's name in the page's Content-Security-Policy. */
const POLICY = 'portal-html';

/** DOMPurify requires `createScriptURL`, but removes every script, so the script functions return nothing. */
const RULES = { createHTML: (html: string) => html, createScript: () => '', createScriptURL: () => '' };

/**
 * Creates the Trusted Types policy for parsing a body. Only DOMPurify uses it, for an inert document; the sanitized
 * nodes need no policy. Null in browsers without Trusted Types, and in pages whose Content-Security-Policy doesn't name
 * it.
 */
const createPolicy = () => {
  try {
    return window.trustedTypes?.createPolicy(POLICY, RULES) ?? null;
  } catch {
    return null;
  }
};

const policy = createPolicy();

/**
 * Keeps formatting and removes everything that could run code, ask for input, load a page, or collide with the
 * portal's own classes and ids. An allow-list: unknown elements and attributes are removed.
 */
const purify = (html: string): DocumentFragment =>
  // `<body>` first: a `<frameset>` would otherwise replace the body, and DOMPurify would return nothing.
  DOMPurify.sanitize(`<body>${setStylesAside(html)}`, {
    RETURN_DOM_FRAGMENT: true,
    TRUSTED_TYPES_POLICY: policy,
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
 * @param texts in the language of the page
 * @param images whether pictures of other servers are loaded, or withheld until the customer asks for them
 * @returns nodes without scripts, forms, frames, style sheets, ids and classes
 */
export const safeBody = (
  html: string,
  texts: BodyTexts,
  images: EventImages = 'as-given',
): DocumentFragment => {
  const body = purify(html);
  dropStrayAddresses(body);
  sanitizeImages(body, images, texts);
  sanitizeLinks(body);
  sanitizeHeadings(body);
  wrapTables(body, texts);
  applyInlineStyles(body);
  return body;
};
