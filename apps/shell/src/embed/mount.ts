import type { CustomerPortalElement } from './customer-portal-element';
import type { ATTRIBUTES } from './embed-options';

/** What the element has as properties. */
export type MountOptions = Partial<Pick<CustomerPortalElement, keyof typeof ATTRIBUTES>>;

/**
 * Shows the portal inside an element of the page, by a `<customer-portal>`, whose events bubble through it.
 * @returns `unmount` takes it away again; `navigate` shows another screen
 */
export type Mount = (
  element: HTMLElement,
  options?: MountOptions,
) => Pick<CustomerPortalElement, 'navigate'> & { unmount: () => void };

/** @param hostReact the page's own React, for the portal to run on; without it, the portal's */
export const mount = (
  element: HTMLElement,
  { base, routing, brand, colorMode, locale }: MountOptions = {},
  hostReact?: unknown,
): ReturnType<Mount> => {
  const portal = document.createElement('customer-portal');
  Object.assign(portal, { base, routing, brand, colorMode, locale, hostReact });
  element.append(portal);
  return { navigate: (path) => portal.navigate(path), unmount: () => portal.remove() };
};
