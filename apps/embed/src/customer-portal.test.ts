import { CALLS_AHEAD_EVENT, type CallsAhead } from '@portal/contract';
import type { CustomerPortalElement } from '@portal/embed';
import { waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { customerPortal, defineCustomerPortal } from './customer-portal';
import type { EmbedScript } from './embed-script';
import { embeddedShell, PORTAL_URL, server, shellScript } from './testing/embedded-shell';

let CustomerPortal: ReturnType<typeof customerPortal>;
let pages = 0;
const name = () => `customer-portal-${pages}`;

/** Defines an element of its own for each test, whose shell is not loaded yet. */
const define = (script: Partial<EmbedScript> = {}) => {
  CustomerPortal = customerPortal({ portalUrl: PORTAL_URL, nonce: 'abc', ...script });
  pages += 1;
  customElements.define(name(), CustomerPortal);
};

beforeEach(() => define());
afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  jest.restoreAllMocks();
});

const newElement = (attributes: Record<string, string> = {}): CustomerPortalElement => {
  const element = new CustomerPortal();
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const rootOf = (element: Element): ShadowRoot => {
  if (!element.shadowRoot) throw new Error('The element has no open shadow root.');
  return element.shadowRoot;
};

/** Testing Library does not look into shadow roots. */
const findInside = (element: Element, selector: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = rootOf(element).querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`There is no ${selector} in the element.`);
    return found;
  });

const tryAgain = async (element: Element) => userEvent.click(await findInside(element, 'button'));

/** Adds an element to the page, whose shell has not arrived yet. */
const add = (attributes: Record<string, string> = {}) => {
  const shell = embeddedShell();
  const element = newElement(attributes);
  document.body.append(element);
  return { shell, element };
};

const showPortal = async (attributes: Record<string, string> = {}) => {
  const { shell, element } = add(attributes);
  return { shell, element, portal: await shell.mounts() };
};

/** What the element shows. */
const shownIn = (element: Element) => [...rootOf(element).children];

/** From now on, the portal responds so. */
const embedJson = (response: () => Response | Promise<Response>) =>
  server.use(http.get(`${PORTAL_URL}/embed.json`, response));
const noResponse = () => new Promise<never>(() => undefined);

/** The requests from now on. */
const recordRequests = () => {
  const requests: Request[] = [];
  server.events.on('request:start', ({ request }) => void requests.push(request));
  return requests;
};

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('in a page', () => {
  test('shows "Loading...", in its own language and in spite of whitespace, then the portal', async () => {
    const { shell, element } = add();
    const view = await findInside(element, '[role=status]');
    expect(view).toHaveTextContent('Loading...');
    expect(view).toHaveAttribute('lang', 'en');
    expect(view).toHaveAttribute('dir', 'ltr');
    const slot = await findInside(element, 'slot');
    const changed = new Promise((resolve) => slot.addEventListener('slotchange', resolve));
    element.append('\n  ');
    await changed;
    expect(view).toBeVisible();
    const { container, response } = await shell.mounts();
    expect(container.getRootNode()).toBe(rootOf(element));
    expect(shownIn(element)).toEqual([container]);
    expect(response).toEqual(shell.response);
  });

  test('shows the site’s own content in place of "Loading...", until the portal is there', async () => {
    const { shell, element } = add();
    element.innerHTML = '\n  <p>Call us.</p>\n';
    await waitFor(async () => expect(await findInside(element, '[role=status]')).not.toBeVisible());
    const slot = await findInside(element, 'slot');
    expect(element.querySelector('p')?.assignedSlot).toBe(slot);
    await shell.mounts();
    expect(element.querySelector('p')?.assignedSlot).toBeNull();
  });

  test('requests embed.json with the customer’s cookies, and the shell with integrity, CORS and the nonce of embed.js', async () => {
    const requests = recordRequests();
    const { shell } = add();
    const script = await shell.script();
    expect(script).toMatchObject({
      integrity: `sha384-${'A'.repeat(64)}`,
      crossOrigin: 'anonymous',
      nonce: 'abc',
    });
    expect(script).toHaveAttribute('data-portal-embed');
    expect(requests).toMatchObject([{ credentials: 'include', url: `${PORTAL_URL}/embed.json?path=%2F` }]);
  });

  test('passes its attributes to the shell', async () => {
    const { portal } = await showPortal({
      base: '/account/',
      routing: 'hash',
      brand: 'Northwind',
      'color-mode': 'dark',
      locale: 'de-CH',
    });
    expect(portal.options).toEqual({
      portalUrl: PORTAL_URL,
      base: '/account',
      routing: 'hash',
      brandName: 'Northwind',
      colorMode: 'dark',
      locale: 'de-CH',
      nonce: 'abc',
    });
  });

  test.each([
    ['//account//', '/account'],
    ['\\\\evil.example', '/evil.example'],
    ['/über uns', '/%C3%BCber%20uns'],
  ])('normalizes the base %s to %s', async (base, path) => {
    const { portal } = await showPortal({ base });
    expect(portal.options.base).toBe(path);
  });

  test('ignores an unknown attribute value and warns on the console', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const { portal } = await showPortal({ routing: 'teleport' });
    expect(portal.options.routing).toBe('browser');
    expect(warn).toHaveBeenCalledWith(
      'customer-portal: routing must be one of browser, hash, memory, not "teleport".',
    );
  });

  test('adopts properties that a framework set before the element was defined', async () => {
    const shell = embeddedShell();
    pages += 1;
    const early = Object.assign(document.createElement(name()), { brand: 'Northwind' });
    customElements.define(name(), class extends CustomerPortal {});
    document.body.append(early);
    expect((await shell.mounts()).options.brandName).toBe('Northwind');
    expect(early).toHaveAttribute('brand', 'Northwind');
    expect(early.brand).toBe('Northwind');
  });

  test('applies heading-level to every heading of the portal', async () => {
    const { element, portal } = await showPortal({ 'heading-level': '2' });
    const show = (name: string) => portal.container.appendChild(document.createElement(name));
    const [first, deepest] = [show('h1'), show('h6')];
    await waitFor(() => expect(first).toHaveAttribute('aria-level', '2'));
    expect(deepest).toHaveAttribute('aria-level', '6');
    element.headingLevel = '4';
    await settled();
    expect(first).toHaveAttribute('aria-level', '4');
    expect(portal.unmount).not.toHaveBeenCalled();
  });

  test('loads the shell once, also for an element that comes later', async () => {
    const append = jest.spyOn(document.head, 'append');
    const { shell, element } = await showPortal();
    element.remove();
    await settled();
    document.body.append(newElement());
    await shell.portal(1);
    expect(append).toHaveBeenCalledTimes(1);
    expect(document.scripts).toHaveLength(0);
  });
});

describe('loading="lazy"', () => {
  /** jsdom has no layout: the test decides when the element is nearly in view. */
  const enterViewport: (() => void)[] = [];
  beforeEach(() => {
    enterViewport.length = 0;
    class MockIntersectionObserver {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        enterViewport.push(() => callback([{ isIntersecting: true }]));
        callback([{ isIntersecting: false }]);
      }
      observe = jest.fn();
      disconnect = jest.fn();
    }
    Reflect.set(window, 'IntersectionObserver', MockIntersectionObserver);
  });
  afterEach(() => void Reflect.deleteProperty(window, 'IntersectionObserver'));

  test.each<[string, 'navigate' | 'signOut', unknown[][], (element: CustomerPortalElement) => unknown]>([
    ['the element is nearly in view', 'navigate', [], () => enterViewport[0]?.()],
    ['the page calls navigate', 'navigate', [['/a']], (element) => element.navigate('/a')],
    ['the page signs the customer out', 'signOut', [[]], (element) => element.signOut()],
  ])('starts when %s', async (_, method, calls, start) => {
    const { shell, element } = add({ loading: 'lazy' });
    await settled();
    expect(rootOf(element).childNodes).toHaveLength(0);
    start(element);
    const portal = await shell.mounts();
    await settled();
    expect(portal[method]?.mock.calls).toEqual(calls);
  });
});

describe('preloading for the first screen', () => {
  const SCRIPT = '/account/releases/orders/1.0.0/main.js';
  const PRELOAD = { rel: 'preload', as: 'script', url: SCRIPT, integrity: 'sha384-abc' } as const;
  const links = () => [...document.head.querySelectorAll('link')];
  const linked = () =>
    links().map(({ href, integrity, nonce, crossOrigin }) => [href, integrity, nonce, crossOrigin]);
  const LINKED = [new URL(SCRIPT, PORTAL_URL).href, 'sha384-abc', 'abc', 'anonymous'];
  const CALLS = ['/auth-check', '/serviceOrder/list'];
  beforeEach(() =>
    server.use(...CALLS.map((call) => http.get(PORTAL_URL + call, () => HttpResponse.json([])))),
  );
  /** What the shell would take over. */
  const takeOver = (): CallsAhead => {
    const taken: CallsAhead = new Map();
    const detail = (calls: CallsAhead) => calls.forEach((response, url) => taken.set(url, response));
    document.dispatchEvent(new CustomEvent(CALLS_AHEAD_EVENT, { detail }));
    return taken;
  };

  /** Starts a portal. @returns its requests, the first for embed.json */
  const start = async (attributes: Record<string, string> = {}) => {
    const requests = recordRequests();
    const shell = embeddedShell(1, [PRELOAD], CALLS);
    document.body.append(newElement(attributes));
    await shell.mounts();
    return requests;
  };

  test('starts together with the shell and leaves no link behind', async () => {
    await start();
    expect(linked()).toEqual([LINKED]);
    links()[0]?.dispatchEvent(new Event('load'));
    expect(links()).toEqual([]);
  });

  test('sends the first calls as axios will, and hands over each response once', async () => {
    const [, ...sent] = await start();
    expect(sent).toMatchObject(CALLS.map((call) => ({ url: PORTAL_URL + call, credentials: 'include' })));
    for (const { headers } of sent) expect(headers.get('accept')).toBe('application/json, text/plain, */*');
    const taken = takeOver();
    expect([...taken.keys()]).toEqual(CALLS.map((call) => PORTAL_URL + call));
    expect((await taken.get(`${PORTAL_URL}/auth-check`))?.status).toBe(200);
    expect(takeOver().size).toBe(0);
  });

  test('sends no calls ahead when a ticket will sign the customer in', async () => {
    expect(await start({ ticket: 'first' })).toHaveLength(1);
    expect(takeOver().size).toBe(0);
  });

  test('preloads the likely shell once, before embed.json responds', async () => {
    define({ likelyShell: PRELOAD });
    embedJson(noResponse);
    document.body.append(newElement(), newElement());
    await settled();
    expect(linked()).toEqual([LINKED]);
  });

  test.each([
    ['browser', '/account/service-orders?page=2', '/service-orders'],
    ['browser', '/account', '/'],
    ['hash', '/page#/service-order/000019?from=mail', '/service-order/000019'],
    ['hash', '/page', '/'],
    ['memory', '/page', '/'],
  ])('with routing="%s", %s requests the preloads of %s', async (routing, address, path) => {
    history.replaceState(null, '', address);
    const [first] = await start({ routing, base: '/account' });
    history.replaceState(null, '', '/');
    expect(new URL(first?.url ?? '').searchParams.get('path')).toBe(path);
  });
});

test('the locale attribute goes before the language of the page', async () => {
  const requests = recordRequests();
  document.documentElement.lang = 'de';
  await showPortal({ locale: 'fr' });
  document.documentElement.removeAttribute('lang');
  expect(requests.map(({ url }) => new URL(url).searchParams.get('locale'))).toEqual(['fr']);
});

describe('changing options', () => {
  test('updates brand, color mode and locale in one call', async () => {
    const { element, shell, portal } = await showPortal();
    element.brand = 'Northwind';
    element.colorMode = 'dark';
    element.locale = 'fr';
    await settled();
    expect(portal.update.mock.calls).toEqual([[{ brandName: 'Northwind', colorMode: 'dark', locale: 'fr' }]]);
    element.brand = null;
    await settled();
    expect(portal.update).toHaveBeenLastCalledWith({ brandName: undefined, colorMode: 'dark', locale: 'fr' });
    expect(shell.portals).toHaveLength(1);
  });

  test.each<[string, (element: CustomerPortalElement) => unknown]>([
    [
      'attributes get equivalent values',
      (element) => Object.assign(element, { brand: 'N', base: '/account/' }),
    ],
    [
      'the page loads its script again',
      () => {
        jest.spyOn(customElements, 'get').mockReturnValue(CustomerPortal);
        defineCustomerPortal(document);
      },
    ],
  ])('keeps the portal when %s', async (_, change) => {
    const { element, shell, portal } = await showPortal({ brand: 'N', base: '/account' });
    await change(element);
    await settled();
    expect(portal.update).not.toHaveBeenCalled();
    expect(portal.unmount).not.toHaveBeenCalled();
    expect(shell.portals).toHaveLength(1);
    expect(shownIn(element)).toEqual([portal.container]);
  });

  test.each([
    ['base', '/elsewhere'],
    ['routing', 'memory'],
  ])('remounts the portal when %s changes', async (attribute, value) => {
    const { element, shell, portal } = await showPortal();
    element.setAttribute(attribute, value);
    const next = await shell.portal(1);
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(next.options).toMatchObject({ [attribute]: value });
    expect(shownIn(element)).toEqual([next.container]);
  });

  test('applies a change made while loading', async () => {
    const { shell, element } = add();
    await shell.script();
    element.brand = 'Northwind';
    await settled();
    expect((await shell.mounts()).options.brandName).toBe('Northwind');
  });

  test('navigates to another screen, even before the portal is mounted', async () => {
    const { shell, element } = add();
    element.navigate('/service-orders');
    element.navigate('/notification-preferences');
    const portal = await shell.mounts();
    element.navigate('/my-service-order');
    expect(portal.navigate.mock.calls).toEqual([['/notification-preferences'], ['/my-service-order']]);
  });
});

describe('removing the element', () => {
  test('keeps the running shell when it is put back after a release', async () => {
    const { element, shell } = await showPortal();
    element.remove();
    await settled();
    const released = embeddedShell();
    document.body.append(element);
    expect((await shell.portal(1)).response).toEqual(released.response);
    expect(shellScript(released.version)).toBeUndefined();
  });

  test('never mounts the portal when it is removed while loading', async () => {
    const { shell, element } = add();
    await shell.script();
    element.remove();
    await shell.arrives();
    const other = newElement();
    document.body.append(other);
    expect((await shell.portal()).container.getRootNode()).toBe(rootOf(other));
    expect(shell.portals).toHaveLength(1);
    expect(rootOf(element).childNodes).toHaveLength(0);
  });

  test('does not diagnose the aborted request when it is removed before the response', async () => {
    const requests = recordRequests();
    embedJson(noResponse);
    const element = newElement();
    document.body.append(element);
    await waitFor(() => expect(requests).toHaveLength(1));
    element.remove();
    await showPortal();
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill(`${PORTAL_URL}/embed.json?path=%2F`));
  });
});

test.each([
  ['portal-ready', { type: 'ready' }, {}],
  ['portal-navigate', { type: 'navigate', path: '/a', title: 'A' }, { path: '/a', title: 'A' }],
  ['portal-signed-out', { type: 'signed-out' }, {}],
  [
    'portal-event',
    { type: 'event', name: 'screen-shown', route: '/a' },
    { name: 'screen-shown', route: '/a' },
  ],
] as const)('dispatches %s to the page', async (name, event, detail) => {
  const { portal } = await showPortal();
  const dispatched: Event[] = [];
  document.addEventListener(name, (emitted) => dispatched.push(emitted), { once: true });
  portal.emit(event);
  expect(dispatched).toMatchObject([{ detail, bubbles: true, composed: true }]);
});

test('remounts the portal when the portal attribute changes', async () => {
  const { element, portal } = await showPortal({ portal: `${PORTAL_URL}/` });
  const requests = recordRequests();
  server.use(http.get('https://other.example/account/embed.json', noResponse));
  element.setAttribute('portal', 'https://other.example/account');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(portal.unmount).toHaveBeenCalledTimes(1);
  element.remove();
});

describe('a second element on the page', () => {
  test('says that there is one already, and shows the portal once the first has left', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const { element, portal, shell } = await showPortal();
    const second = newElement({ ticket: 'second' });
    document.body.append(second);
    const alert = await findInside(second, '[role=alert]');
    expect(alert).toHaveTextContent('The portal cannot be shown twice on one page.');
    expect(alert.querySelector('button')).toBeNull();
    expect(error.mock.calls).toEqual([
      [expect.stringContaining('A page can have one <customer-portal>.'), expect.anything()],
    ]);
    await expect(second.signOut()).rejects.toThrow('The session could not be ended');

    document.body.append(element);
    second.brand = 'Northwind';
    await settled();
    expect(portal.unmount).not.toHaveBeenCalled();
    element.remove();
    const next = await shell.portal(1);
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(next.options).toMatchObject({ ticket: 'second', brandName: 'Northwind' });
    expect(shownIn(second)).toEqual([next.container]);
  });

  test('takes the place of the first in the same moment', async () => {
    const { element, portal, shell } = await showPortal();
    const next = newElement();
    element.replaceWith(next);
    const { container } = await shell.portal(1);
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(shownIn(next)).toEqual([container]);
  });
});

describe('failures', () => {
  let consoleError: jest.SpyInstance;
  beforeEach(() => void (consoleError = jest.spyOn(console, 'error').mockReturnValue()));

  const mountFailing = async () => {
    const element = newElement();
    const messages: string[] = [];
    element.addEventListener('portal-error', ({ detail }) => messages.push(detail.message));
    document.body.append(element);
    const alert = await findInside(element, '[role=alert]');
    return { element, alert, messages };
  };

  test('shows an error after a crash, and mounts the portal again on "Try again"', async () => {
    const { element, portal, shell } = await showPortal();
    const messages: string[] = [];
    document.addEventListener('portal-error', ({ detail }) => messages.push(detail.message), { once: true });
    portal.emit({ type: 'error', message: 'x is not a function' });
    expect(portal.unmount).not.toHaveBeenCalled();
    expect(await findInside(element, '[role=alert]')).toHaveTextContent('The portal has stopped. Try again.');
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(messages).toEqual(['The portal has stopped. Try again.']);
    expect(consoleError.mock.calls[0]?.[0]).toContain('x is not a function');
    await tryAgain(element);
    const { container } = await shell.portal(1);
    expect(shownIn(element)).toEqual([container]);
  });

  test('signs nobody out of an unreachable portal, and loads it again on "Try again"', async () => {
    const shell = embeddedShell();
    server.use(
      http.get(`${PORTAL_URL}/embed.json`, () => HttpResponse.error(), { once: true }),
      http.get(`${PORTAL_URL}/embed.js`, () => HttpResponse.error(), { once: true }),
    );
    const { element, alert } = await mountFailing();
    expect(alert).toHaveTextContent('The portal cannot be reached. Check your connection and try again.');
    // The session goes on.
    await expect(element.signOut()).rejects.toThrow('The session could not be ended');
    await tryAgain(element);
    const { container } = await shell.mounts();
    expect(shownIn(element)).toEqual([container]);
  });

  test('times out after 20 seconds', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { element } = add();
    embedJson(noResponse);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await findInside(element, '[role=alert]')).toHaveTextContent('The portal cannot be reached.');
    jest.useRealTimers();
  });

  /** Dispatches the event of a policy violation: jsdom enforces no policies. */
  const refuse = (violation: Partial<SecurityPolicyViolationEvent>) =>
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), {
        disposition: 'enforce',
        blockedURI: `${PORTAL_URL}/embed.json`,
        effectiveDirective: 'connect-src',
        sample: '',
        ...violation,
      }),
    );

  const { origin } = location;
  const site = (status: number) => () => HttpResponse.html('<p>The site', { status });
  const blocked = (violation: Partial<SecurityPolicyViolationEvent>) => () => {
    refuse(violation);
    return HttpResponse.error();
  };
  const NO_PORTAL = [
    'because this page looks for it at the wrong address.',
    'Load embed.js from the portal',
  ] as const;
  const UNLISTED = [
    `The portal may not be shown on ${origin}, because that site is not on the portal’s list.`,
    `adds ${origin} to EMBED_ORIGINS`,
  ] as const;
  const POLICY = 'because the security policy of this page does not allow it.';

  test.each([
    ['an unlisted site', () => HttpResponse.error(), ...UNLISTED],
    ['a portal without a shell', site(503), 'The portal is not available at the moment.', 'with 503'],
    ['a copy of embed.js on a site', site(404), ...NO_PORTAL],
    ['a site that responds at any address', site(200), ...NO_PORTAL],
    [
      'a policy that blocks calls',
      blocked({}),
      POLICY,
      `connect-src must name ${new URL(PORTAL_URL).origin}`,
    ],
    [
      'a policy that blocks scripts',
      blocked({
        effectiveDirective: 'require-trusted-types-for',
        blockedURI: 'trusted-types-sink',
        sample: 'HTMLScriptElement src|https://portal.example/acc',
      }),
      POLICY,
      "trusted-types must name portal-script and portal-html, with 'allow-duplicates'",
    ],
    ['no policy that only reports', blocked({ disposition: 'report' }), ...UNLISTED],
    ['no policy that blocks another URL', blocked({ blockedURI: 'https://elsewhere.example/' }), ...UNLISTED],
    ['no policy that blocks an image', blocked({ effectiveDirective: 'img-src' }), ...UNLISTED],
  ])('names %s in the element, in its event, and on the console', async (_what, response, message, hint) => {
    embeddedShell();
    embedJson(response);
    const { alert, messages } = await mountFailing();
    expect(alert).toHaveTextContent(message);
    expect(messages).toEqual([expect.stringContaining(message)]);
    expect(consoleError.mock.calls[0]?.[0]).toContain(hint);
    expect(alert.querySelector('button') === null).toBe([NO_PORTAL[0], POLICY].includes(message));
  });

  test('says that the page has to name the portal of a script that was loaded in another way', async () => {
    define({ portalUrl: '' });
    const { alert } = await mountFailing();
    expect(alert).toHaveTextContent('because this page does not name its portal.');
    expect(consoleError.mock.calls[0]?.[0]).toContain('<script src="https://portal.example/embed.js"');
  });

  test('names what an old library of the page adds to every object', async () => {
    Object.defineProperty(Object.prototype, 'run', { value: 1, configurable: true, enumerable: true });
    const element = newElement();
    document.body.append(element);
    await settled();
    Reflect.deleteProperty(Object.prototype, 'run');
    const alert = await findInside(element, '[role=alert]');
    expect(alert).toHaveTextContent('because its script does not work in this page.');
    expect(consoleError.mock.calls[0]?.[0]).toContain('Object.prototype.run');
  });

  test('leaves an element of the site with the same name alone, and says so', () => {
    jest.spyOn(customElements, 'get').mockReturnValue(HTMLElement);
    defineCustomerPortal(document);
    expect(consoleError.mock.calls).toEqual([[expect.stringContaining('Give the site’s own another name')]]);
  });

  // CORS requests name the page under any Referrer-Policy.
  test.each(['error', 'load'] as const)(
    'falls back to the previous shell after the event %s, and reports both with CORS requests',
    async (event) => {
      const sent: { url: string; body: Blob }[] = [];
      const sendBeacon = (url: string, body: Blob) => sent.push({ url, body });
      Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
      const shell = embeddedShell(2);
      document.body.append(newElement());
      await shell.fails(event);
      await shell.arrives(shell.fallback);
      await shell.portal();
      expect(consoleError).not.toHaveBeenCalled();
      Reflect.deleteProperty(navigator, 'sendBeacon');
      // A type that forms can't send (Fetch, "CORS-safelisted request-header").
      for (const { url, body } of sent)
        expect([url, body.type]).toEqual([`${PORTAL_URL}/telemetry`, 'application/json']);
      const reports = await Promise.all(sent.map(async ({ body }) => JSON.parse(await body.text())));
      expect(reports).toMatchObject([
        { remote: 'shell', event: 'fell-back', version: shell.version, cause: 'entry' },
        { remote: 'shell', event: 'shown', version: shell.fallback },
      ]);
    },
  );

  test('names the security policy that lets the shell run, because of its nonce, but none of its chunks', async () => {
    const { element, portal } = await showPortal();
    const script = { effectiveDirective: 'script-src-elem' };
    refuse({ ...script, blockedURI: `${origin}/releases/ad.js` });
    await settled();
    expect(portal.unmount).not.toHaveBeenCalled();
    refuse({ ...script, blockedURI: `${PORTAL_URL}/releases/shell/1.0.0/forms.js` });
    const alert = await findInside(element, '[role=alert]');
    expect(alert).toHaveTextContent(POLICY);
    expect(alert.querySelector('button')).toBeNull();
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(consoleError.mock.calls[0]?.[0]).toContain(`script-src must name ${new URL(PORTAL_URL).origin}`);
  });

  const arrived = () => new HttpResponse('');

  test.each([
    ['the shell throws', 'load', arrived, 'because its script does not work in this page.'],
    ['the browser refuses it', 'error', arrived, 'because this browser refused its script.'],
    ['the network fails', 'error', () => HttpResponse.error(), 'Check your connection and try again.'],
  ] as const)('when %s, says so, and tries again if that may help', async (_, event, response, message) => {
    const shell = embeddedShell();
    server.use(http.get(`${PORTAL_URL}/releases/*`, response));
    const failing = mountFailing();
    await shell.fails(event);
    const { element, alert } = await failing;
    expect(alert).toHaveTextContent(message);
    expect(document.scripts).toHaveLength(0);
    expect(alert.querySelector('button') === null).toBe(event === 'load');
    if (event === 'load') return;
    await tryAgain(element);
    await shell.mounts();
  });
});

describe('signing in with a ticket', () => {
  test('passes the ticket to the portal once and removes it from the element once', async () => {
    // `@webcomponents/scoped-custom-element-registry` reports each removal as a change: with more, it never settles.
    const removed = jest.spyOn(Element.prototype, 'removeAttribute');
    const { element, portal, shell } = await showPortal({ ticket: 'first' });
    expect(portal.options.ticket).toBe('first');
    expect(element).not.toHaveAttribute('ticket');
    element.brand = 'Northwind';
    await settled();
    expect(removed.mock.calls).toEqual([['ticket']]);
    element.remove();
    await settled();
    document.body.append(element);
    expect((await shell.portal(1)).options.ticket).toBeUndefined();
  });

  test('signs in with a ticket that is set later, after a failure on "Try again"', async () => {
    const { element, portal, shell } = await showPortal();
    element.ticket = 'first';
    await settled();
    expect(portal.signIn.mock.calls).toEqual([['first']]);
    expect(element).not.toHaveAttribute('ticket');
    expect(shell.portals).toHaveLength(1);
    jest.spyOn(console, 'error').mockReturnValue();
    portal.emit({ type: 'error', message: 'broken' });
    await findInside(element, '[role=alert]');
    element.ticket = 'second';
    await settled();
    await tryAgain(element);
    expect((await shell.portal(1)).options.ticket).toBe('second');
  });

  test('signIn waits for a loading portal and resolves to whether the ticket was accepted', async () => {
    expect(await newElement().signIn('outside of the page')).toBe(false);
    const { shell, element } = add();
    const accepted = element.signIn('third');
    await shell.arrives();
    expect(await accepted).toBe(true);
    const { signIn, signOut } = await shell.portal();
    expect(signIn.mock.calls).toEqual([['third']]);
    await element.signOut();
    expect(signOut).toHaveBeenCalledTimes(1);
  });
});
