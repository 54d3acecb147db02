import type { EmbedOptions, MountedPortal, PortalEvent } from '../embedding';
import type { CustomerPortalElement } from './customer-portal-element';
import { ATTRIBUTES, readEmbedOptions } from './embed-options';
import { findEmbedScript, type EmbedScript } from './embed-script';
import { shellLoader } from './shell-script';
import { startPortal } from './start-portal';
import { hostStyles } from './views';

/** Whether the running portal can take the new options. Its router can't change. */
const canBecome = (running: EmbedOptions, wanted: EmbedOptions): boolean =>
  running.base === wanted.base && running.routing === wanted.routing;

const isChanged = (running: EmbedOptions, wanted: EmbedOptions): boolean =>
  running.brandName !== wanted.brandName ||
  running.colorMode !== wanted.colorMode ||
  running.locale !== wanted.locale;

/**
 * Creates the class of `<customer-portal>`. In a microtask after each change, the element compares its attributes with
 * the running portal. So a move within the page, which browsers report as "disconnected" and "connected", changes
 * nothing, and three new attributes make one update.
 * @param script the source of the portal
 */
export const customerPortal = (script: EmbedScript): new () => CustomerPortalElement => {
  const loadShell = shellLoader(script);
  return class CustomerPortal extends HTMLElement implements CustomerPortalElement {
    /** The portal that it shows. */
    static readonly portalUrl = script.portalUrl;
    static readonly observedAttributes: readonly string[] = Object.values(ATTRIBUTES);

    readonly #root = this.attachShadow({ mode: 'open' });
    #running: { options: EmbedOptions; portal: MountedPortal } | undefined;
    #willSettle = false;

    constructor() {
      super();
      this.#root.adoptedStyleSheets = [hostStyles()];
    }

    connectedCallback() {
      this.#adoptEarlyProperties();
      this.#settleSoon();
    }

    disconnectedCallback() {
      this.#settleSoon();
    }

    attributeChangedCallback() {
      this.#settleSoon();
    }

    get base() {
      return this.getAttribute(ATTRIBUTES.base);
    }
    set base(value) {
      this.#write(ATTRIBUTES.base, value);
    }

    get routing() {
      return this.getAttribute(ATTRIBUTES.routing);
    }
    set routing(value) {
      this.#write(ATTRIBUTES.routing, value);
    }

    get brand() {
      return this.getAttribute(ATTRIBUTES.brand);
    }
    set brand(value) {
      this.#write(ATTRIBUTES.brand, value);
    }

    get colorMode() {
      return this.getAttribute(ATTRIBUTES.colorMode);
    }
    set colorMode(value) {
      this.#write(ATTRIBUTES.colorMode, value);
    }

    get locale() {
      return this.getAttribute(ATTRIBUTES.locale);
    }
    set locale(value) {
      this.#write(ATTRIBUTES.locale, value);
    }

    navigate(path: string) {
      this.#settle();
      this.#running?.portal.navigate(path);
    }

    #write(attribute: string, value: string | null | undefined) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, value);
    }

    /** Properties that a framework set before the class was defined would hide the accessors above. */
    #adoptEarlyProperties() {
      for (const name of Object.keys(ATTRIBUTES)) {
        if (!Reflect.getOwnPropertyDescriptor(this, name)) continue;
        const value: unknown = Reflect.get(this, name);
        Reflect.deleteProperty(this, name);
        Reflect.set(this, name, value);
      }
    }

    #settleSoon() {
      if (this.#willSettle) return;
      this.#willSettle = true;
      queueMicrotask(() => this.#settle());
    }

    #settle() {
      this.#willSettle = false;
      const wanted = this.isConnected ? readEmbedOptions(this, script) : undefined;
      if (this.#running && wanted && canBecome(this.#running.options, wanted)) this.#update(wanted);
      else this.#replace(wanted);
    }

    #update(options: EmbedOptions) {
      if (!this.#running || !isChanged(this.#running.options, options)) return;
      const { brandName, colorMode, locale } = options;
      this.#running.options = options;
      this.#running.portal.update({ brandName, colorMode, locale });
    }

    #replace(options: EmbedOptions | undefined) {
      this.#running?.portal.unmount();
      this.#running = options && {
        options,
        portal: startPortal({
          root: this.#root,
          script,
          loadShell,
          options,
          onEvent: ({ type, ...detail }: PortalEvent) =>
            this.dispatchEvent(new CustomEvent(`portal-${type}`, { detail, bubbles: true, composed: true })),
        }),
      };
    }
  };
};

export const NAME = 'customer-portal';

/**
 * Defines `<customer-portal>` once, however often a page loads the script. A page has one element of that name, and
 * therefore one portal.
 * @throws when the script can't tell where it came from
 */
export const defineCustomerPortal = (page: Document): void => {
  const script = findEmbedScript(page);
  const known = customElements.get(NAME);
  if (!known) customElements.define(NAME, customerPortal(script));
  else if (Reflect.get(known, 'portalUrl') !== script.portalUrl)
    console.error(
      `${NAME}: this page already has the element of another portal, so ${script.portalUrl} is not shown. Remove one of the two scripts.`,
    );
};
