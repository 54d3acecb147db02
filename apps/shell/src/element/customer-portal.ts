import type { EmbedOptions, MountedPortal, PortalEvent } from '../embedding';
import type { CustomerPortalElement } from './customer-portal-element';
import { ATTRIBUTES, readEmbedOptions, readHeadingLevel } from './embed-options';
import { findEmbedScript, type EmbedScript } from './embed-script';
import { continueHeadings } from './heading-level';
import { shellLoaders } from './shell-script';
import { startPortal } from './start-portal';
import { hostStyles } from './views';

/** Whether the running portal can take the new options. Its server and router can't change. */
const canBecome = (running: EmbedOptions, wanted: EmbedOptions): boolean =>
  running.portalUrl === wanted.portalUrl &&
  running.base === wanted.base &&
  running.routing === wanted.routing;

const isChanged = (running: EmbedOptions, wanted: EmbedOptions): boolean =>
  running.brandName !== wanted.brandName ||
  running.colorMode !== wanted.colorMode ||
  running.locale !== wanted.locale;

interface CustomerPortalClass {
  new (): CustomerPortalElement;
  /** Another `embed.js` of the page. If it is of another portal, each element must name its own. */
  addPortal: (url: string) => void;
}

/**
 * Creates the class of `<customer-portal>`. In a microtask after each change, the element compares its attributes with
 * the running portal. So a move within the page, which browsers report as "disconnected" and "connected", changes
 * nothing, and three new attributes make one update.
 * @param script the source of the portal, unless an element names another one
 */
export const customerPortal = (script: EmbedScript): CustomerPortalClass => {
  const loadShell = shellLoaders(script.nonce);
  const inPage = new Set<CustomerPortal>();
  let { portalUrl } = script;

  class CustomerPortal extends HTMLElement implements CustomerPortalElement {
    static readonly addPortal = (url: string): void => {
      if (url === script.portalUrl) return;
      portalUrl = '';
      for (const element of inPage) element.#settleSoon();
    };
    static readonly observedAttributes: readonly string[] = Object.values(ATTRIBUTES);

    readonly #root = this.attachShadow({ mode: 'open' });
    readonly #setHeadingLevel = continueHeadings(this.#root);
    #running: { options: EmbedOptions; portal: MountedPortal } | undefined;
    #willSettle = false;

    constructor() {
      super();
      this.#root.adoptedStyleSheets = [hostStyles()];
    }

    connectedCallback() {
      inPage.add(this);
      this.#adoptEarlyProperties();
      this.#settleSoon();
    }

    disconnectedCallback() {
      inPage.delete(this);
      this.#settleSoon();
    }

    attributeChangedCallback() {
      this.#settleSoon();
    }

    get portal() {
      return this.getAttribute(ATTRIBUTES.portal);
    }
    set portal(value) {
      this.#write(ATTRIBUTES.portal, value);
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

    get headingLevel() {
      return this.getAttribute(ATTRIBUTES.headingLevel);
    }
    set headingLevel(value) {
      this.#write(ATTRIBUTES.headingLevel, value);
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
        if (!Object.hasOwn(this, name)) continue;
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
      const wanted = this.isConnected ? readEmbedOptions(this, { ...script, portalUrl }) : undefined;
      if (this.#running && wanted && canBecome(this.#running.options, wanted)) this.#update(wanted);
      else this.#replace(wanted);
      this.#setHeadingLevel(readHeadingLevel(this));
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
          loadShell: loadShell(options.portalUrl),
          options,
          onEvent: ({ type, ...detail }: PortalEvent) =>
            this.dispatchEvent(new CustomEvent(`portal-${type}`, { detail, bubbles: true, composed: true })),
        }),
      };
    }
  }
  return CustomerPortal;
};

const NAME = 'customer-portal';

const isCustomerPortal = (known: object): known is CustomerPortalClass => 'addPortal' in known;

/**
 * Defines `<customer-portal>` once, however often a page loads the script, and from how many portals.
 * @throws when the script can't tell where it came from
 */
export const defineCustomerPortal = (page: Document): void => {
  const script = findEmbedScript(page);
  const known = customElements.get(NAME);
  if (!known) {
    customElements.define(NAME, customerPortal(script));
    return;
  }
  if (isCustomerPortal(known)) known.addPortal(script.portalUrl);
  else
    console.error(
      `${NAME}: this page already has an older element, which shows one portal. Pin a newer one.`,
    );
};
