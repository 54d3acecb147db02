import { customerPortal } from './customer-portal';
import { findEmbedScript } from './embed-script';

/** `embed.js`: defines `<customer-portal>`, once, however often it is loaded. */
if (!customElements.get('customer-portal'))
  customElements.define('customer-portal', customerPortal(findEmbedScript(document)));
