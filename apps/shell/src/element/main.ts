import { defineCustomerPortal } from './customer-portal';

/**
 * `embed.js`: the element, for every page. The screens need container queries (Chrome 105, Firefox 110, Safari 16.0) and
 * adopted style sheets (Safari 16.4). An older browser shows the embedder's own content of the element.
 */
if (CSS.supports('container-type', 'inline-size') && 'adoptedStyleSheets' in document)
  defineCustomerPortal(document);
