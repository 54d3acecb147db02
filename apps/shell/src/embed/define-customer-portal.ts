import { customerPortal } from './customer-portal';
import { findEmbedScript } from './embed-script';

const NAME = 'customer-portal';

/**
 * Defines `<customer-portal>`, once, however often a page loads the script. A page has one element of that name, and
 * thus one portal.
 * @throws when the script does not know where it came from
 */
export const defineCustomerPortal = (page: Document): void => {
  const script = findEmbedScript(page);
  const known = customElements.get(NAME);
  if (!known) customElements.define(NAME, customerPortal(script));
  else if (Reflect.get(known, 'portalUrl') !== script.portalUrl)
    console.error(
      `${NAME}: this page has the element of another portal already, so that ${script.portalUrl} is not shown. Leave one of the two scripts out.`,
    );
};
