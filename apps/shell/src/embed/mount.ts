import type { CustomerPortalElement } from './customer-portal-element';
import type { ATTRIBUTES } from './embed-options';

/** What the element has as properties. */
export type MountOptions = Partial<Pick<CustomerPortalElement, keyof typeof ATTRIBUTES>>;

/**
 * Shows the portal inside an element of the page, by a `<customer-portal>`, whose events bubble through it.
 * @returns `unmount` takes it away again; `navigate` shows another screen
 */
export const mount = (
  element: HTMLElement,
  options: MountOptions = {},
): Pick<CustomerPortalElement, 'navigate'> & { unmount: () => void } => {
  const portal = document.createElement('customer-portal');
  const { base, routing, brand, colorMode, locale } = options;
  Object.assign(portal, { base, routing, brand, colorMode, locale });
  element.append(portal);
  return { navigate: (path) => portal.navigate(path), unmount: () => portal.remove() };
};
