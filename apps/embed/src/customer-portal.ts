import { ATTRIBUTES, type CustomerPortalElement, type ReflectedProperties } from '@portal/embed';
import type { EmbedOptions, PortalEvent } from './contract';
import { EmbedError } from './embed-response';
import { readEmbedOptions, readHeadingLevel } from './embed-options';
import { findEmbedScript, type EmbedScript } from './embed-script';
import { continueHeadings } from './heading-level';
import { createShellLoader } from './shell-script';
import { startPortal, type PortalStart } from './start-portal';
import { failureView, hostStyles, loadingView } from './views';

/** Options that a running portal can't change. */
const FIXED = ['portalUrl', 'base', 'routing'] as const;
const CHANGEABLE = ['brandName', 'colorMode', 'locale'] as const;

const isSame = (names: readonly (keyof EmbedOptions)[], one: EmbedOptions, other: EmbedOptions): boolean =>
  names.every((name) => one[name] === other[name]);

const embedErrorOf = (cause: unknown): EmbedError =>
  cause instanceof EmbedError
    ? cause
    : new EmbedError(
        'The portal could not be started, because this page is not set up for it.',
        cause instanceof Error ? cause.message : 'See the cause.',
        { cause, isFinal: true },
      );

const SECOND_PORTAL = new EmbedError(
  'The portal cannot be shown twice on one page.',
  'A page can have one <customer-portal>. Remove the other one.',
  { isFinal: true },
);

/** How far outside of the viewport a lazy portal starts. */
const LAZY_MARGIN = '600px';

/** Waits until an element is nearly in view. @returns a function that stops waiting */
const whenNear = (element: Element, start: () => void): (() => void) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) start();
    },
    { rootMargin: LAZY_MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
};

/** An attempt to show a portal. It stays after a failure, until "Try again". */
interface Running extends PortalStart {
  /** Resolves when the portal is mounted, or can't be shown. */
  starting?: Promise<void>;
}

/** Defines a property for each attribute, which reflects it. */
const reflectAttributes = (prototype: HTMLElement): void => {
  for (const [name, attribute] of Object.entries(ATTRIBUTES))
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return this.getAttribute(attribute);
      },
      set(this: HTMLElement, value: string | null | undefined) {
        if (value === null || value === undefined) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value);
      },
    });
};

/** An element whose class has these properties by `reflectAttributes`. */
const ReflectingElement = HTMLElement as new () => HTMLElement & ReflectedProperties;

/**
 * The class of `<customer-portal>`. In a microtask after each change, it compares its attributes with the running
 * portal: a move within the page changes nothing, and three new attributes make one update.
 */
export const customerPortal = (script: EmbedScript): new () => CustomerPortalElement => {
  const shellLoader = createShellLoader(script);
  /** The elements of the page. The first one shows the portal; moves keep their order. */
  const inPage = new Set<CustomerPortal>();

  class CustomerPortal extends ReflectingElement implements CustomerPortalElement {
    /** Tells a second `embed.js` of the page that the element is ours. */
    static readonly isPortal = true;

    static readonly observedAttributes: readonly string[] = Object.values(ATTRIBUTES);

    readonly #root = this.attachShadow({ mode: 'open' });
    readonly #setHeadingLevel = continueHeadings(this.#root);
    #running: Running | undefined;
    #willSettle = false;
    #stopWaiting: (() => void) | undefined;
    #mayStart = false;

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
      // Not in a microtask: while Turbo replaces the page, a permanent element is out of it for several.
      setTimeout(() => {
        this.#settle();
        if (this.isConnected) return;
        inPage.delete(this);
        const [next] = inPage;
        if (next) next.#startAgain();
      });
    }
    attributeChangedCallback() {
      this.#settleSoon();
    }

    navigate(path: string) {
      const running = this.#startNow();
      if (running?.portal) running.portal.navigate(path);
      else if (running) running.path = path;
    }

    async signIn(ticket: string) {
      const running = this.#startNow();
      await running?.starting;
      return (await running?.portal?.signIn(ticket)) ?? false;
    }

    async signOut() {
      const running = this.#startNow();
      await running?.starting;
      if (running && !running.portal)
        throw new Error('The session could not be ended, because the portal is not running.');
      await running?.portal?.signOut();
    }

    /** Reads and removes the ticket: a cached copy of this page, or a reinserted element, must not send it again. */
    #takeTicket() {
      const { ticket } = this;
      // Never remove an absent attribute: polyfills report that as a change, so the element would never settle.
      if (ticket !== null && this.isConnected) this.removeAttribute(ATTRIBUTES.ticket);
      return ticket || undefined;
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
      this.#setHeadingLevel(readHeadingLevel(this));
      if (this.#waits(wanted)) return;
      const ticket = this.#takeTicket();
      if (this.#running && wanted && isSame(FIXED, this.#running.options, wanted)) {
        this.#update(this.#running, wanted);
        if (ticket) this.#giveTicket(this.#running, ticket);
        return;
      }
      this.#stop();
      if (wanted) this.#start({ ...wanted, ticket });
    }

    /** Whether a lazy portal has to wait; it then starts when it is nearly in view. */
    #waits(wanted: EmbedOptions | undefined): boolean {
      this.#stopWaiting?.();
      if (!wanted || this.#running || this.#mayStart || this.loading !== 'lazy') return false;
      this.#stopWaiting = whenNear(this, () => void this.#startNow());
      return true;
    }

    /** Starts a portal that waits until it is in view. */
    #startNow(): Running | undefined {
      this.#mayStart = true;
      this.#settle();
      return this.#running;
    }

    /** A portal that has failed gets the ticket on "Try again". */
    #giveTicket(running: Running, ticket: string) {
      if (running.stop.signal.aborted) running.options = { ...running.options, ticket };
      else void this.signIn(ticket);
    }

    #update(running: Running, wanted: EmbedOptions) {
      if (isSame(CHANGEABLE, running.options, wanted)) return;
      const { brandName, colorMode, locale } = wanted;
      running.options = { ...running.options, brandName, colorMode, locale };
      running.portal?.update({ brandName, colorMode, locale });
    }

    #start(options: EmbedOptions, path?: string) {
      const running: Running = { options, path, stop: new AbortController() };
      this.#running = running;
      if (this !== [...inPage].find(({ isConnected }) => isConnected)) {
        this.#fail(running, SECOND_PORTAL);
        return;
      }
      this.#root.replaceChildren(...loadingView());
      // Unmount after the shell has dispatched its error event.
      const end = (reason: EmbedError) => queueMicrotask(() => this.#fail(running, reason));
      const onEvent = (event: PortalEvent) => {
        if (event.type === 'error') end(new EmbedError('The portal has stopped. Try again.', event.message));
        else if (!running.stop.signal.aborted) this.#emit(event);
      };
      running.starting = startPortal(
        this.#root,
        shellLoader,
        running,
        onEvent,
        (refusal) => running.portal && end(refusal),
      ).catch((cause: unknown) => this.#fail(running, cause));
    }

    /** Starts a portal that has failed. */
    #startAgain() {
      if (this.#running?.stop.signal.aborted) this.#start(this.#running.options, this.#running.path);
    }

    #stop() {
      this.#running?.stop.abort();
      this.#running?.portal?.unmount();
      this.#running = undefined;
      this.#root.replaceChildren();
    }

    /** Shows the failure, with "Try again" unless that can't help. */
    #fail(running: Running, cause: unknown) {
      if (running.stop.signal.aborted) return;
      running.stop.abort();
      running.portal?.unmount();
      running.portal = undefined;
      const error = embedErrorOf(cause);
      console.error(`customer-portal: ${error.message} ${error.hint}`, error);
      const tryAgain = error.isFinal ? undefined : () => this.#startAgain();
      this.#root.replaceChildren(...failureView(error.message, tryAgain));
      this.#emit({ type: 'error', message: error.message });
    }

    #emit({ type, ...detail }: PortalEvent) {
      this.dispatchEvent(new CustomEvent(`portal-${type}`, { detail, bubbles: true, composed: true }));
    }
  }
  reflectAttributes(CustomerPortal.prototype);
  return CustomerPortal;
};

const NAME = 'customer-portal';

/** Defines `<customer-portal>` once, however often a page loads the script. */
export const defineCustomerPortal = (page: Document): void => {
  const defined = customElements.get(NAME);
  if (!defined) customElements.define(NAME, customerPortal(findEmbedScript(page)));
  else if (!('isPortal' in defined))
    console.error(
      `${NAME}: this site has defined that element itself, so the portal cannot be shown. Give the site’s own another name.`,
    );
};
