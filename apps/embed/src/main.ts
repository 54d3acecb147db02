import { defineCustomerPortal } from './customer-portal';

/** `embed.js`. Browsers without container queries or adopted sheets show the embedder's own content. */
if (CSS.supports('container-type', 'inline-size') && 'adoptedStyleSheets' in document)
  defineCustomerPortal(document);
