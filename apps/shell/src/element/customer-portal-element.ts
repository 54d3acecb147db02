/** The types of the element that `embed.js` defines. This file imports nothing, so that a site can copy it. */

/** Each property reflects an attribute: `colorMode` is `color-mode`. `null` or `undefined` removes the attribute. */
export interface CustomerPortalElement extends HTMLElement {
  /** The portal's address, if the page has the portals of several servers. Default: the portal of `embed.js`. */
  portal: string | null | undefined;
  /** The path of this site that shows the portal's first screen: `/account`. Default: the root. */
  base: string | null | undefined;
  /** `browser` (default), `hash` or `memory`: where the address names the screen. */
  routing: string | null | undefined;
  /** Replaces the name that the portal shows. */
  brand: string | null | undefined;
  /** `light`, `dark` or `system`; without it the customer chooses in the portal. */
  colorMode: string | null | undefined;
  /** How dates and numbers are written: `en-GB`. */
  locale: string | null | undefined;
  /** `1` (default) to `5`: the level of a screen's own heading. Those below it follow. */
  headingLevel: string | null | undefined;
  /** Signs in the customer of this site; the element takes the attribute away, because a ticket works once. */
  ticket: string | null | undefined;
  /** Signs in a customer whom this site signed in later. @returns whether the portal took the ticket */
  signIn: (ticket: string) => Promise<boolean>;
  /** Signs the customer out of the portal: call it when they sign out of this site. */
  signOut: () => Promise<void>;
  /** Shows another screen. @param path without `base`: `/service-orders` */
  navigate: (path: string) => void;
}

declare global {
  interface HTMLElementTagNameMap {
    'customer-portal': CustomerPortalElement;
  }
  /** The element's events. They bubble and cross shadow roots. */
  interface GlobalEventHandlersEventMap {
    /** The portal shows the sign-in, or the screen that the address names. */
    'portal-ready': CustomEvent<object>;
    /** The portal shows another screen. `path` includes query and hash, but not `base`. */
    'portal-navigate': CustomEvent<{ path: string; title: string }>;
    'portal-signed-in': CustomEvent<object>;
    /** A ticket was not taken. The portal shows its sign-in, unless somebody is signed in. */
    'portal-sign-in-failed': CustomEvent<{ reason: 'refused' | 'unavailable' }>;
    /** The customer signed out, or the session expired. */
    'portal-signed-out': CustomEvent<object>;
    /** The portal can't be shown. The element shows the message, too. */
    'portal-error': CustomEvent<{ message: string }>;
  }
}
