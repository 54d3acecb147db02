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

/** The options of a site. The portal's operator configures everything else on the portal's server. */
export interface PortalOptions {
  /** The path in this site that shows the portal's first screen, such as `/account`. Default: the root. */
  base?: string | null | undefined;
  /** Where the address names the screen: in the path (`browser`, the default), in the hash, or nowhere (`memory`). */
  routing?: 'browser' | 'hash' | 'memory' | null | undefined;
  /** Replaces the name that the portal shows. */
  brand?: string | null | undefined;
  /** Sets the color mode. Without it, the customer chooses in the portal. */
  colorMode?: 'light' | 'dark' | 'system' | null | undefined;
  /** The language, and the format of dates and numbers, such as `en-GB`. */
  locale?: string | null | undefined;
  /** `lazy`: the portal starts when the element is nearly in view. */
  loading?: 'lazy' | null | undefined;
  /** `host`: the portal takes the font and the color scheme of the page around it. */
  appearance?: 'host' | null | undefined;
  /** The level of a screen's main heading within the page's headings. Default: `1`. */
  headingLevel?: '1' | '2' | '3' | '4' | '5' | 1 | 2 | 3 | 4 | 5 | null | undefined;
  /** The portal's URL, for a page that bundles `embed.js`. Default: the portal that serves the script. */
  portal?: string | null | undefined;
  /** A one-time ticket that signs in the customer of this site. The element removes the attribute once it has read it. */
  ticket?: string | null | undefined;
}

/** Events for the site's analytics. They contain no names, addresses, or numbers of customers and orders. */
export type PortalOutcome =
  /** The portal shows a screen. `route` is the pattern of its address: `/service-order/:orderNbr`. */
  | 'screen-shown'
  | 'code-requested'
  | 'code-refused'
  | 'signed-in'
  | 'preferences-saved'
  /** The customer saw an error message in place of a part of the portal. */
  | 'error-shown'
  /** A call got no response, or a server error (5xx). The portal may retry by itself. */
  | 'call-failed';

/** The properties that reflect attributes; `null` and `undefined` remove them. */
export type ReflectedProperties = Record<keyof typeof ATTRIBUTES, string | null | undefined>;

/** The `<customer-portal>` element. */
export interface CustomerPortalElement extends HTMLElement, ReflectedProperties {
  /** Signs in a customer after the element has started. @returns whether the portal accepted the ticket */
  signIn: (ticket: string) => Promise<boolean>;
  /** Signs the customer out of the portal. Call it when they sign out of this site. */
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
     * the number of an order: `*` at an address without a screen, absent while an error is shown.
     */
    'portal-navigate': CustomEvent<{ path: string; title: string; route?: string | undefined }>;
    'portal-signed-in': CustomEvent<object>;
    /** The customer signed out, or the session expired. */
    'portal-signed-out': CustomEvent<object>;
    /** A ticket failed: the portal `refused` it (only its audit log says why), or was `unavailable`. */
    'portal-sign-in-failed': CustomEvent<{ reason: 'refused' | 'unavailable' }>;
    /** An event for analytics. */
    'portal-event': CustomEvent<{ name: PortalOutcome; route?: string | undefined }>;
    /** The portal can't be shown. The element shows the message, too. */
    'portal-error': CustomEvent<{ message: string }>;
  }
}

/** The element's events by type. */
export type PortalEvents = Pick<
  GlobalEventHandlersEventMap,
  Extract<keyof GlobalEventHandlersEventMap, `portal-${string}`>
>;

const NAME = 'customer-portal';

/** Attributes of the script element. */
export interface ScriptOptions {
  /** The nonce of the page's Content-Security-Policy. */
  nonce?: string | undefined;
  /** The integrity of a pinned version. */
  integrity?: string | undefined;
}

const scriptUrl = (url: string): string => {
  const { href, pathname } = new URL(url, location.href);
  return pathname.endsWith('/embed.js') ? href : `${href.replace(/\/$/, '')}/embed.js`;
};

/** The scripts that `addScript` has added. */
const added = new WeakSet<HTMLScriptElement>();

/** The page's own script, once the page has loaded, has run or failed: it is none to wait for. */
const findScript = (src: string): HTMLScriptElement | undefined =>
  [...document.scripts].find(
    (script) => script.src === src && (added.has(script) || document.readyState !== 'complete'),
  );

const addScript = (src: string, { nonce, integrity }: ScriptOptions): HTMLScriptElement => {
  const script = document.createElement('script');
  added.add(script);
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

/** Adds `embed.js` once, and resolves when the element is defined. @throws when it can't be loaded */
export const loadPortal = async (url: string, options: ScriptOptions = {}): Promise<void> => {
  if (customElements.get(NAME)) return;
  const src = scriptUrl(url);
  const script = findScript(src) ?? addScript(src, options);
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      script.remove();
      reject(new Error(`${src} ${reason}`));
    };
    const notLoaded = () => fail('cannot be loaded: check the address, script-src, and integrity.');
    script.addEventListener('error', notLoaded);
    const onPageLoad = () => {
      if (!customElements.get(NAME)) notLoaded();
    };
    // The page's own script may have failed before, and has no more events then.
    if (!added.has(script)) addEventListener('load', onPageLoad, { once: true });
    // `load` fires after the script has run, and so after it has defined the element.
    script.addEventListener('load', () => {
      if (!customElements.get(NAME))
        fail(
          `does not define ${NAME}: check that it is the embed.js of a portal, and that the portal supports this browser.`,
        );
    });
    void customElements.whenDefined(NAME).then(() => resolve());
  });
};
