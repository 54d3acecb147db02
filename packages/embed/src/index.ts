/** The element's attributes, by property. */
export const ATTRIBUTES = {
  base: 'base',
  routing: 'routing',
  brand: 'brand',
  colorMode: 'color-mode',
  locale: 'locale',
  loading: 'loading',
  appearance: 'appearance',
  headingLevel: 'heading-level',
  portal: 'portal',
  ticket: 'ticket',
} as const;

/** What a site chooses; the portal's server decides about the rest. */
export interface PortalOptions {
  /** The path of this site that shows the portal's first screen: `/account`. Default: the root. */
  base?: string | null | undefined;
  /** Where the address names the screen. Default: `browser`, in the path. */
  routing?: 'browser' | 'hash' | 'memory' | null | undefined;
  /** Replaces the name that the portal shows. */
  brand?: string | null | undefined;
  /** Without it, the customer chooses in the portal. */
  colorMode?: 'light' | 'dark' | 'system' | null | undefined;
  /** The language, and how dates and numbers are written: `en-GB`. */
  locale?: string | null | undefined;
  /** `lazy`: the portal starts when it is nearly in view. */
  loading?: 'lazy' | null | undefined;
  /** `host`: in the font and the color scheme of the page around. */
  appearance?: 'host' | null | undefined;
  /** The level of a screen's own heading among those of the page. Default: `1`. */
  headingLevel?: '1' | '2' | '3' | '4' | '5' | null | undefined;
  /** The portal's address, if the page has the portals of several servers. Default: the portal of `embed.js`. */
  portal?: string | null | undefined;
  /** Signs in the customer of this site. The element takes the attribute away, because a ticket works once. */
  ticket?: string | null | undefined;
}

/** What a portal tells the site's analytics: no names, addresses, or numbers of customers and orders. */
export type PortalOutcome =
  /** A screen, with the pattern of its address as `route`: `/service-order/:orderNbr`. */
  | 'screen-shown'
  | 'code-requested'
  | 'code-refused'
  | 'signed-in'
  | 'preferences-saved'
  /** A part of the portal cannot be shown, and the customer was told so. */
  | 'error-shown'
  /** The server did not answer a call, or with a fault. The portal may try again by itself. */
  | 'call-failed';

/** The properties that reflect attributes; `null` and `undefined` remove them. */
export type ReflectedProperties = Record<keyof typeof ATTRIBUTES, string | null | undefined>;

/** The element. */
export interface CustomerPortalElement extends HTMLElement, ReflectedProperties {
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
    /**
     * The portal shows another screen. `path` includes query and hash, but not `base`; `route` is its pattern, without
     * the number of an order, and absent if nothing is shown.
     */
    'portal-navigate': CustomEvent<{ path: string; title: string; route?: string }>;
    'portal-signed-in': CustomEvent<object>;
    /** The customer signed out, or the session expired. */
    'portal-signed-out': CustomEvent<object>;
    /** A ticket was not taken: `refused` by the portal, which tells only its audit log why, or `unavailable`. */
    'portal-sign-in-failed': CustomEvent<{ reason: 'refused' | 'unavailable' }>;
    /** For analytics. */
    'portal-event': CustomEvent<{ name: PortalOutcome; route?: string }>;
    /** The portal can't be shown. The element shows the message, too. */
    'portal-error': CustomEvent<{ message: string }>;
  }
}

/** The element's events by type. */
export type PortalEvents = Pick<
  GlobalEventHandlersEventMap,
  Extract<keyof GlobalEventHandlersEventMap, `portal-${string}`>
>;

/** The properties of the wrappers that take a handler of each event. */
export const HANDLERS = {
  'portal-ready': 'onPortalReady',
  'portal-navigate': 'onPortalNavigate',
  'portal-signed-in': 'onPortalSignedIn',
  'portal-signed-out': 'onPortalSignedOut',
  'portal-sign-in-failed': 'onPortalSignInFailed',
  'portal-event': 'onPortalEvent',
  'portal-error': 'onPortalError',
} as const satisfies Record<keyof PortalEvents, string>;

const NAME = 'customer-portal';

/** How the script is loaded. */
export interface ScriptOptions {
  /** The nonce of the page's Content-Security-Policy. */
  nonce?: string | undefined;
  /** Of a pinned version, as `embed-check --pin` prints it. */
  integrity?: string | undefined;
}

/** The properties of the wrappers for React and Vue. */
export type CustomerPortalProps = PortalOptions &
  ScriptOptions & {
    /** The portal's URL, or that of a pinned `embed.js`. Without it, the page brings the script. */
    portalUrl?: string | undefined;
  } & {
    [Type in keyof PortalEvents as (typeof HANDLERS)[Type]]?:
      ((event: PortalEvents[Type]) => void) | undefined;
  };

/** The attributes of an element with these options. */
export const attributesOf = (options: PortalOptions): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(ATTRIBUTES).map(([property, attribute]) => [
      attribute,
      options[property as keyof PortalOptions] ?? undefined,
    ]),
  );

/** Until `embed.js` is here, the place is as high as the element will be, so that nothing below it moves. */
export const RESERVED_PLACE = { display: 'block', minBlockSize: 'min(100dvh, 560px)' } as const;

const scriptUrl = (url: string): string => {
  const { href, pathname } = new URL(url, location.href);
  return pathname.endsWith('/embed.js') ? href : `${href.replace(/\/$/, '')}/embed.js`;
};

const addScript = (src: string, { nonce, integrity }: ScriptOptions): HTMLScriptElement => {
  const script = document.createElement('script');
  script.async = true;
  if (nonce) script.nonce = nonce;
  if (integrity) {
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
  }
  script.src = src;
  document.head.append(script);
  return script;
};

/**
 * Adds `embed.js` to the page once; the page may have done so itself. Resolves when the element is defined.
 * @param url the portal's URL, or that of a pinned `embed.js`
 * @throws when the script can't be loaded; the next call tries again
 */
export const loadPortal = async (url: string, options: ScriptOptions = {}): Promise<void> => {
  if (customElements.get(NAME)) return;
  const src = scriptUrl(url);
  const script = [...document.scripts].find((known) => known.src === src) ?? addScript(src, options);
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => () => {
      script.remove();
      reject(new Error(`${src} ${reason}`));
    };
    script.addEventListener('error', fail('cannot be loaded: check the address, script-src, and integrity.'));
    // Dispatched after the script has run.
    script.addEventListener('load', fail(`does not define ${NAME}.`));
    void customElements.whenDefined(NAME).then(() => resolve());
  });
};
