/**
 * The element that `embed.js` defines, for whoever writes TypeScript around it. It imports nothing, so that a company's
 * site can have a copy of this file.
 */

/** Properties and attributes say the same: `colorMode` is `color-mode`. `null` or `undefined` takes one away. */
export interface CustomerPortalElement extends HTMLElement {
  /** The path of this site that stands for the portal's first page: `/account`. Default: the root. */
  base: string | null | undefined;
  /** `browser` (default), `hash` or `memory`: where the address of a screen stands. */
  routing: string | null | undefined;
  /** The name that the portal shows, in place of its own. */
  brand: string | null | undefined;
  /** `light`, `dark` or `system`; without it the customer chooses in the portal. */
  colorMode: string | null | undefined;
  /** How dates and numbers are written: `en-GB`. */
  locale: string | null | undefined;
  /** Shows another screen. @param path without `base`: `/service-orders` */
  navigate: (path: string) => void;
}

declare global {
  interface HTMLElementTagNameMap {
    'customer-portal': CustomerPortalElement;
  }
  /** What the element tells the page; every event bubbles and leaves shadow roots. */
  interface GlobalEventHandlersEventMap {
    /** The portal is there: the sign-in, or the screen that the address names. */
    'portal-ready': CustomEvent<object>;
    /** Another screen is shown. `path` has query and hash, and does not begin with `base`. */
    'portal-navigate': CustomEvent<{ path: string; title: string }>;
    'portal-signed-in': CustomEvent<object>;
    /** Signed out, by the customer or because the session is over. */
    'portal-signed-out': CustomEvent<object>;
    /** The portal cannot be shown; the element says so, too. */
    'portal-error': CustomEvent<{ message: string }>;
  }
}
