import { loadReportSchema } from '@portal/contract';
import type { CustomerPortalElement } from '@portal/embed';
import { waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import * as v from 'valibot';
import { embeddedShell, PORTAL_URL, shellScript } from '../testing/embedded-shell';
import { server } from '../testing/server';
import { customerPortal, defineCustomerPortal } from './customer-portal';

let CustomerPortal: ReturnType<typeof customerPortal>;
let pages = 0;
const name = () => `customer-portal-${pages}`;

// Each test defines an element of its own, whose shell is not loaded yet.
beforeEach(() => {
  CustomerPortal = customerPortal({ portalUrl: PORTAL_URL, nonce: 'abc' });
  pages += 1;
  customElements.define(name(), CustomerPortal);
});
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

const shown = async (attributes: Record<string, string> = {}) => {
  const shell = embeddedShell();
  const element = newElement(attributes);
  document.body.append(element);
  await shell.arrives();
  return { shell, element, portal: await shell.portal() };
};

const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

describe('in a page', () => {
  test('shows "Loading...", then the portal, in a shadow root', async () => {
    const shell = embeddedShell();
    const element = newElement();
    document.body.append(element);
    expect(await findInside(element, '[role=status]')).toHaveTextContent('Loading...');
    await shell.arrives();
    const { container, answer } = await shell.portal();
    expect(container.getRootNode()).toBe(rootOf(element));
    expect([...rootOf(element).children]).toEqual([container]);
    expect(answer).toEqual(shell.answer);
  });

  test('shows the site’s own content in place of "Loading...", until the portal is there', async () => {
    const shell = embeddedShell();
    const element = newElement();
    element.innerHTML = '\n  <p>Call us.</p>\n';
    document.body.append(element);
    await waitFor(async () => expect(await findInside(element, '[role=status]')).not.toBeVisible());
    const slot = await findInside(element, 'slot');
    expect(element.querySelector('p')?.assignedSlot).toBe(slot);
    await shell.arrives();
    await shell.portal();
    expect(element.querySelector('p')?.assignedSlot).toBeNull();
  });

  test('takes no line break between its tags for content', async () => {
    embeddedShell();
    const element = newElement();
    document.body.append(element);
    const slot = await findInside(element, 'slot');
    const changed = new Promise((resolve) => slot.addEventListener('slotchange', resolve));
    element.append('\n  ');
    await changed;
    expect(await findInside(element, '[role=status]')).toBeVisible();
  });

  test('does not inherit the language and direction of the page', async () => {
    embeddedShell();
    const element = newElement();
    document.body.append(element);
    const view = await findInside(element, '[role=status]');
    expect(view).toHaveAttribute('lang', 'en');
    expect(view).toHaveAttribute('dir', 'ltr');
  });

  test('requests the shell with its integrity, by CORS, with the nonce of embed.js', async () => {
    const shell = embeddedShell();
    document.body.append(newElement());
    const script = await shell.script();
    expect(script).toMatchObject({
      integrity: `sha384-${'A'.repeat(64)}`,
      crossOrigin: 'anonymous',
      nonce: 'abc',
    });
    expect(script).toHaveAttribute('data-portal-embed');
  });

  test('requests embed.json with the customer’s cookies', async () => {
    const asked: string[] = [];
    server.events.on(
      'request:start',
      ({ request }) => void asked.push(`${request.credentials} ${request.url}`),
    );
    await shown();
    expect(asked).toEqual([`include ${PORTAL_URL}/embed.json?path=%2F`]);
    server.events.removeAllListeners();
  });

  test('passes its attributes to the shell', async () => {
    const { portal } = await shown({
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

  test('without attributes, its base is the root of the site', async () => {
    const { portal } = await shown();
    expect(portal.options).toEqual({
      portalUrl: PORTAL_URL,
      base: '',
      routing: 'browser',
      nonce: 'abc',
    });
  });

  test.each([
    ['account', '/account'],
    ['//account//', '/account'],
    ['\\\\evil.example', '/evil.example'],
    ['/über uns', '/%C3%BCber%20uns'],
    ['/a/../account?b#c', '/account'],
    ['javascript:alert(1)', '/javascript:alert(1)'],
  ])('normalizes the base %s to %s', async (base, path) => {
    const { portal } = await shown({ base });
    expect(portal.options.base).toBe(path);
  });

  test('ignores an unknown value of an attribute, and reports it on the console', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const { portal } = await shown({ routing: 'teleport' });
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
    await shell.arrives();
    expect((await shell.portal()).options.brandName).toBe('Northwind');
    expect(early).toHaveAttribute('brand', 'Northwind');
  });

  test('properties reflect attributes, both ways', () => {
    const element = newElement({ 'color-mode': 'dark' });
    expect(element.colorMode).toBe('dark');
    element.colorMode = null;
    expect(element).not.toHaveAttribute('color-mode');
    element.locale = 'en-GB';
    expect(element).toHaveAttribute('locale', 'en-GB');
    expect(element.base).toBeNull();
  });

  test('continues the headings of the page, in all that the portal shows', async () => {
    const { element, portal } = await shown({ 'heading-level': '2' });
    const show = (name: string) => portal.container.appendChild(document.createElement(name));
    const [first, deepest] = [show('h1'), show('h6')];
    await waitFor(() => expect(first).toHaveAttribute('aria-level', '2'));
    expect(deepest).toHaveAttribute('aria-level', '6');
    element.headingLevel = '4';
    await settled();
    expect(first).toHaveAttribute('aria-level', '4');
    expect(portal.unmount).not.toHaveBeenCalled();
  });

  test('leaves headings alone by default', async () => {
    const { portal } = await shown();
    const heading = portal.container.appendChild(document.createElement('h1'));
    await settled();
    expect(heading).not.toHaveAttribute('aria-level');
  });

  test('two elements load the shell once', async () => {
    const shell = embeddedShell();
    const both = [newElement({ routing: 'hash' }), newElement({ routing: 'memory' })];
    const asked = jest.spyOn(document.head, 'append');
    document.body.append(...both);
    await shell.arrives();
    await shell.portal(1);
    expect(shell.portals.map(({ options }) => options.routing).sort()).toEqual(['hash', 'memory']);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(document.scripts).toHaveLength(0);
  });
});

describe('loading="lazy"', () => {
  /** jsdom has no layout: the test decides when the element is nearly in view. */
  const comeNear: (() => void)[] = [];
  beforeEach(() => {
    comeNear.length = 0;
    class View {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear.push(() => seen([{ isIntersecting: true }]));
        seen([{ isIntersecting: false }]);
      }
      observe = jest.fn();
      disconnect = jest.fn();
    }
    Reflect.set(window, 'IntersectionObserver', View);
  });
  afterEach(() => void Reflect.deleteProperty(window, 'IntersectionObserver'));

  const add = async () => {
    const shell = embeddedShell();
    const element = newElement({ loading: 'lazy' });
    document.body.append(element);
    await settled();
    expect(rootOf(element).childNodes).toHaveLength(0);
    return { shell, element };
  };

  test('starts when the element is nearly in view', async () => {
    const { shell } = await add();
    comeNear[0]?.();
    await shell.arrives();
    await shell.portal();
  });

  test('starts when the page asks for a screen', async () => {
    const { shell, element } = await add();
    element.navigate('/service-orders');
    await shell.arrives();
    expect((await shell.portal()).navigate).toHaveBeenCalledWith('/service-orders');
  });

  test('starts when it is not lazy any more', async () => {
    const { shell, element } = await add();
    element.loading = null;
    await shell.arrives();
    await shell.portal();
  });
});

describe('what the first screen needs', () => {
  const SCRIPT = '/account/releases/orders/1.0.0/main.js';
  const CALL = '/account/serviceOrder/list';
  const PRELOADS = [
    { rel: 'preload', as: 'script', url: SCRIPT, integrity: 'sha384-abc' },
    { rel: 'preload', as: 'fetch', url: CALL },
    { rel: 'preload' },
    'of a newer server',
  ];
  const links = () => [...document.head.querySelectorAll('link')];
  const browserWith = (...supported: string[]) =>
    Reflect.set(globalThis, 'CSS', { supports: (condition: string) => supported.includes(condition) });

  beforeEach(() => void browserWith('-webkit-app-region: drag'));
  afterEach(() => Reflect.deleteProperty(globalThis, 'CSS'));

  const start = async (attributes: Record<string, string> = {}) => {
    const shell = embeddedShell(1, PRELOADS);
    document.body.append(newElement(attributes));
    await shell.arrives();
    await shell.portal();
  };

  test('is asked for together with the shell, and leaves no link', async () => {
    await start();
    expect(
      links().map(({ href, integrity, nonce, crossOrigin }) => [href, integrity, nonce, crossOrigin]),
    ).toEqual([
      [new URL(SCRIPT, PORTAL_URL).href, 'sha384-abc', 'abc', 'anonymous'],
      [new URL(CALL, PORTAL_URL).href, undefined, 'abc', 'use-credentials'],
    ]);
    const [script, call] = links();
    script?.dispatchEvent(new Event('load'));
    call?.dispatchEvent(new Event('error'));
    expect(links()).toEqual([]);
  });

  test('makes no call in WebKit, which would not send it', async () => {
    browserWith();
    await start();
    expect(links().map(({ href }) => href)).toEqual([new URL(SCRIPT, PORTAL_URL).href]);
  });

  test('makes no call for a customer whom a ticket will sign in', async () => {
    await start({ ticket: 'first' });
    expect(links().map(({ href }) => href)).toEqual([new URL(SCRIPT, PORTAL_URL).href]);
  });

  test('preloads the shell that its server named, once, before embed.json answers', async () => {
    const likelyShell = {
      rel: 'preload',
      as: 'script',
      url: '/account/shell.js',
      integrity: 'sha384-abc',
    } as const;
    CustomerPortal = customerPortal({ portalUrl: PORTAL_URL, nonce: 'abc', likelyShell });
    customElements.define(`${name()}-likely`, CustomerPortal);
    server.use(http.get(`${PORTAL_URL}/embed.json`, () => new Promise<never>(() => undefined)));
    document.body.append(newElement(), newElement());
    await settled();
    expect(links().map(({ href, integrity }) => [href, integrity])).toEqual([
      [new URL('/account/shell.js', PORTAL_URL).href, 'sha384-abc'],
    ]);
  });

  test.each([
    ['browser', '/account/service-orders?page=2', '/service-orders'],
    ['browser', '/account', '/'],
    ['hash', '/page#/service-order/000019?from=mail', '/service-order/000019'],
    ['hash', '/page', '/'],
    ['memory', '/page', '/'],
  ])('with routing="%s" at %s is that of %s', async (routing, address, path) => {
    const asked: (string | null)[] = [];
    server.events.on(
      'request:start',
      ({ request }) => void asked.push(new URL(request.url).searchParams.get('path')),
    );
    history.replaceState(null, '', address);
    await start({ routing, base: '/account' });
    history.replaceState(null, '', '/');
    server.events.removeAllListeners();
    expect(asked).toEqual([path]);
  });
});

describe('the language of the page', () => {
  const asked = async (prepare: (element: CustomerPortalElement) => void) => {
    const locales: (string | null)[] = [];
    server.events.on(
      'request:start',
      ({ request }) => void locales.push(new URL(request.url).searchParams.get('locale')),
    );
    const shell = embeddedShell();
    const element = newElement();
    prepare(element);
    document.body.append(element);
    await shell.arrives();
    await shell.portal();
    server.events.removeAllListeners();
    return locales;
  };
  afterEach(() => document.documentElement.removeAttribute('lang'));

  test('is asked for', async () => {
    document.documentElement.lang = 'de-AT';
    expect(await asked(() => undefined)).toEqual(['de-AT']);
  });

  test('is that of the nearest ancestor', async () => {
    document.documentElement.lang = 'en';
    expect(await asked((element) => (element.lang = 'de'))).toEqual(['de']);
  });

  test('gives way to locale', async () => {
    document.documentElement.lang = 'de';
    expect(await asked((element) => (element.locale = 'fr'))).toEqual(['fr']);
  });
});

describe('changed options', () => {
  test('name, color mode and locale update the portal, in one call', async () => {
    const { element, shell, portal } = await shown();
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

  test('setting an attribute to its current value changes nothing', async () => {
    const { element, shell, portal } = await shown({ brand: 'Northwind', base: '/account' });
    element.brand = 'Northwind';
    element.base = '/account/';
    await settled();
    expect(portal.update).not.toHaveBeenCalled();
    expect(portal.unmount).not.toHaveBeenCalled();
    expect(shell.portals).toHaveLength(1);
  });

  test.each([
    ['base', '/elsewhere'],
    ['routing', 'memory'],
  ])('another %s mounts the portal anew', async (attribute, value) => {
    const { element, shell, portal } = await shown();
    element.setAttribute(attribute, value);
    const next = await shell.portal(1);
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(next.options).toMatchObject({ [attribute]: value });
    expect([...rootOf(element).children]).toEqual([next.container]);
  });

  test('a change while loading applies when the portal is mounted', async () => {
    const shell = embeddedShell();
    const element = newElement();
    document.body.append(element);
    await shell.script();
    element.brand = 'Northwind';
    await settled();
    await shell.arrives();
    expect((await shell.portal()).options.brandName).toBe('Northwind');
  });

  test('navigates to another screen, even before the portal is mounted', async () => {
    const shell = embeddedShell();
    const element = newElement();
    document.body.append(element);
    element.navigate('/service-orders');
    element.navigate('/notification-preferences');
    await shell.arrives();
    const portal = await shell.portal();
    element.navigate('/my-service-order');
    expect(portal.navigate.mock.calls).toEqual([['/notification-preferences'], ['/my-service-order']]);
  });
});

describe('in and out of a page', () => {
  test('keeps the portal when it is moved within the page', async () => {
    const { element, shell, portal } = await shown();
    const place = document.body.appendChild(document.createElement('main'));
    place.append(element);
    await settled();
    expect(portal.unmount).not.toHaveBeenCalled();
    expect(shell.portals).toHaveLength(1);
    expect([...rootOf(element).children]).toEqual([portal.container]);
  });

  test('unmounts the portal when it is removed, and leaves nothing behind', async () => {
    const { element, portal } = await shown();
    element.remove();
    await settled();
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(rootOf(element).childNodes).toHaveLength(0);
  });

  test('mounts the portal again when it is put back, with the same shell', async () => {
    const { element, shell } = await shown();
    element.remove();
    await settled();
    document.body.append(element);
    await shell.portal(1);
    expect(shellScript(shell.version)).toBeUndefined();
  });

  test('put back after a release, it keeps the shell that runs in the page', async () => {
    const { element, shell } = await shown();
    element.remove();
    await settled();
    const released = embeddedShell();
    document.body.append(element);
    expect((await shell.portal(1)).answer).toEqual(released.answer);
    expect(shellScript(released.version)).toBeUndefined();
  });

  test('removed while loading, it never mounts the portal', async () => {
    const shell = embeddedShell();
    const element = newElement();
    document.body.append(element);
    await shell.script();
    element.remove();
    await shell.arrives();
    const other = newElement();
    document.body.append(other);
    expect((await shell.portal()).container.getRootNode()).toBe(rootOf(other));
    expect(shell.portals).toHaveLength(1);
    expect(rootOf(element).childNodes).toHaveLength(0);
  });

  test('removed before the portal has answered, it does not diagnose the aborted request', async () => {
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => void asked.push(request.url));
    server.use(http.get(`${PORTAL_URL}/embed.json`, () => new Promise<never>(() => undefined)));
    const element = newElement();
    document.body.append(element);
    await waitFor(() => expect(asked).toHaveLength(1));
    element.remove();
    const shell = embeddedShell();
    document.body.append(newElement());
    await shell.arrives();
    await shell.portal();
    server.events.removeAllListeners();
    expect(asked).toEqual(Array(2).fill(`${PORTAL_URL}/embed.json?path=%2F`));
  });

  test('fifty rounds leave nothing behind in the page', async () => {
    const { element, shell } = await shown();
    const html = document.head.innerHTML;
    const targets = [document, window, document.body];
    const added = targets.map((target) => jest.spyOn(target, 'addEventListener'));
    const removed = targets.map((target) => jest.spyOn(target, 'removeEventListener'));
    for (let time = 1; time <= 50; time += 1) {
      element.remove();
      await settled();
      document.body.append(element);
      await shell.portal(time);
    }
    element.remove();
    await settled();
    for (const { unmount } of shell.portals) expect(unmount).toHaveBeenCalledTimes(1);
    for (const [index, { mock }] of added.entries())
      for (const call of mock.calls) expect(removed[index]?.mock.calls).toContainEqual(call);
    expect(document.head.innerHTML).toBe(html);
  });
});

describe('events', () => {
  test.each([
    ['portal-ready', { type: 'ready' }, {}],
    ['portal-navigate', { type: 'navigate', path: '/a', title: 'A' }, { path: '/a', title: 'A' }],
    ['portal-signed-in', { type: 'signed-in' }, {}],
    ['portal-signed-out', { type: 'signed-out' }, {}],
  ] as const)('%s reaches the page', async (name, event, detail) => {
    const { portal } = await shown();
    const heard: Event[] = [];
    document.addEventListener(name, (emitted) => heard.push(emitted), { once: true });
    portal.emit(event);
    expect(heard).toMatchObject([{ detail, bubbles: true, composed: true }]);
  });

  test('a screen is reported once, by its route', async () => {
    const { portal } = await shown();
    const heard: unknown[] = [];
    const listen = ({ detail }: CustomEvent) => heard.push(detail);
    document.addEventListener('portal-event', listen);
    const list = { type: 'navigate', title: 'Orders', route: '/service-orders' } as const;
    portal.emit({ ...list, path: '/service-orders' });
    portal.emit({ ...list, path: '/service-orders?q=boiler' });
    portal.emit({
      type: 'navigate',
      title: 'Orders are not available',
      path: '/service-orders',
      route: undefined,
    });
    portal.emit({ ...list, path: '/service-orders#top' });
    portal.emit({ type: 'navigate', title: 'From an older shell', path: '/elsewhere' });
    portal.emit({ type: 'event', name: 'code-requested' });
    document.removeEventListener('portal-event', listen);
    const screen = { name: 'screen-shown', route: '/service-orders' };
    expect(heard).toEqual([screen, { name: 'error-shown' }, screen, { name: 'code-requested' }]);
  });

  test('a removed portal emits nothing', async () => {
    const { element, portal } = await shown();
    const heard = jest.fn();
    element.addEventListener('portal-signed-out', heard);
    element.remove();
    await settled();
    portal.emit({ type: 'signed-out' });
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('the portals of two servers', () => {
  const OTHER = 'https://other.example/account';

  /** Runs `embed.js` of another portal in the page. */
  const loadOther = () => {
    const script = Object.assign(document.createElement('script'), { src: `${OTHER}/embed.js` });
    document.head.append(script);
    jest.spyOn(customElements, 'get').mockReturnValue(CustomerPortal);
    jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
    defineCustomerPortal(document);
  };

  test('an element that names none says so, at once', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const { element, portal } = await shown();
    loadOther();
    const alert = await findInside(element, '[role=alert]');
    expect(alert).toHaveTextContent('because this page loads more than one portal.');
    expect(alert.querySelector('button')).toBeNull();
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(error.mock.calls[0]?.[0]).toContain('portal="https://portal.example"');
  });

  test('an element that names one shows it', async () => {
    const { element, portal } = await shown({ portal: `${PORTAL_URL}/` });
    loadOther();
    await settled();
    expect(portal.unmount).not.toHaveBeenCalled();
    const asked: string[] = [];
    server.use(
      http.get(`${OTHER}/embed.json`, ({ request }) => {
        asked.push(request.url);
        return new Promise<never>(() => undefined);
      }),
    );
    element.setAttribute('portal', OTHER);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    element.remove();
  });

  test('the same portal may be loaded twice', async () => {
    const { portal } = await shown();
    CustomerPortal.addPortal(PORTAL_URL);
    await settled();
    expect(portal.unmount).not.toHaveBeenCalled();
  });
});

describe('failures', () => {
  let console_: jest.SpyInstance;
  beforeEach(() => void (console_ = jest.spyOn(console, 'error').mockReturnValue()));

  const failed = async () => {
    const element = newElement();
    const messages: string[] = [];
    element.addEventListener('portal-error', ({ detail }) => messages.push(detail.message));
    document.body.append(element);
    const alert = await findInside(element, '[role=alert]');
    return { element, alert, messages };
  };

  test('an unlisted site is named in the element and on the console', async () => {
    embeddedShell();
    server.use(http.get(`${PORTAL_URL}/embed.json`, () => HttpResponse.error()));
    const { alert, messages } = await failed();
    const message = `The portal may not be shown on ${location.origin}, because that site is not on the portal’s list.`;
    expect(alert).toHaveTextContent(message);
    expect(messages).toEqual([message]);
    expect(console_.mock.calls[0]?.[0]).toContain(`adds ${location.origin} to EMBED_ORIGINS`);
  });

  test('a portal that crashes shows an error, and can be tried again', async () => {
    const { element, portal, shell } = await shown();
    const messages: string[] = [];
    document.addEventListener('portal-error', ({ detail }) => messages.push(detail.message), { once: true });
    portal.emit({ type: 'error', message: 'x is not a function' });
    expect(portal.unmount).not.toHaveBeenCalled();
    expect(await findInside(element, '[role=alert]')).toHaveTextContent('The portal has stopped. Try again.');
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(messages).toEqual(['The portal has stopped. Try again.']);
    expect(console_.mock.calls[0]?.[0]).toContain('x is not a function');
    await tryAgain(element);
    const { container } = await shell.portal(1);
    expect([...rootOf(element).children]).toEqual([container]);
  });

  test('a portal that does not answer can be tried again', async () => {
    const shell = embeddedShell();
    server.use(
      http.get(`${PORTAL_URL}/embed.json`, () => HttpResponse.error(), { once: true }),
      http.get(`${PORTAL_URL}/embed.js`, () => HttpResponse.error(), { once: true }),
    );
    const { element, alert } = await failed();
    expect(alert).toHaveTextContent('The portal cannot be reached. Check your connection and try again.');
    await tryAgain(element);
    await shell.arrives();
    const { container } = await shell.portal();
    expect([...rootOf(element).children]).toEqual([container]);
  });

  test('a portal that hangs times out after 20 seconds', async () => {
    server.use(http.get(`${PORTAL_URL}/embed.json`, () => new Promise<never>(() => undefined)));
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    jest.spyOn(console, 'error').mockReturnValue();
    const element = newElement();
    document.body.append(element);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await findInside(element, '[role=alert]')).toHaveTextContent('The portal cannot be reached.');
    jest.useRealTimers();
  });

  test('a portal without a shell is not available', async () => {
    server.use(http.get(`${PORTAL_URL}/embed.json`, () => HttpResponse.json({}, { status: 503 })));
    const { alert } = await failed();
    expect(alert).toHaveTextContent('The portal is not available at the moment.');
    expect(console_.mock.calls[0]?.[0]).toContain('answered 503');
  });

  test.each(['error', 'load'] as const)(
    'falls back to the previous shell when one does not start (%s)',
    async (event) => {
      const shell = embeddedShell(2);
      document.body.append(newElement());
      await shell.fails(event);
      await shell.arrives(shell.fallback);
      await shell.portal();
      expect(console_).not.toHaveBeenCalled();
    },
  );

  test('reports how shells start by CORS, which names the page under any Referrer-Policy', async () => {
    const sendBeacon = jest.fn<boolean, [string, Blob]>(() => true);
    Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
    const shell = embeddedShell(2);
    document.body.append(newElement());
    await shell.fails('error');
    await shell.arrives(shell.fallback);
    await shell.portal();
    Reflect.deleteProperty(navigator, 'sendBeacon');
    const sent = sendBeacon.mock.calls.map(async ([url, body]) => {
      expect(url).toBe(`${PORTAL_URL}/telemetry`);
      // A type that forms can't send (Fetch, "CORS-safelisted request-header").
      expect(body.type).toBe('application/json');
      return v.parse(loadReportSchema, JSON.parse(await body.text()));
    });
    expect(await Promise.all(sent)).toMatchObject([
      { event: 'fell-back', remote: 'shell', version: shell.version, cause: 'entry' },
      { event: 'shown', remote: 'shell', version: shell.fallback },
    ]);
  });

  /** Dispatches the event of a violated policy. jsdom has no policies. */
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

  const POLICY = 'because the security policy of this page does not allow it.';

  test.each([
    ['connect-src', {}, `connect-src must name ${new URL(PORTAL_URL).origin}`],
    [
      'require-trusted-types-for',
      { blockedURI: 'trusted-types-sink', sample: 'HTMLScriptElement src|https://portal.example/acc' },
      "trusted-types must name portal-script and portal-html, with 'allow-duplicates'",
    ],
  ])('a policy that refuses the portal is named: %s', async (effectiveDirective, violation, hint) => {
    embeddedShell();
    server.use(
      http.get(`${PORTAL_URL}/embed.json`, () => {
        refuse({ effectiveDirective, ...violation });
        return HttpResponse.error();
      }),
    );
    const { alert } = await failed();
    expect(alert).toHaveTextContent(POLICY);
    expect(alert.querySelector('button')).toBeNull();
    expect(console_.mock.calls[0]?.[0]).toContain(hint);
  });

  test.each([
    ['reports only', { disposition: 'report' as const }],
    ['refuses another address', { blockedURI: 'https://elsewhere.example/' }],
    ['refuses a picture', { effectiveDirective: 'img-src' }],
  ])('a policy that %s is not the reason', async (_what, violation) => {
    server.use(
      http.get(`${PORTAL_URL}/embed.json`, () => {
        refuse(violation);
        return HttpResponse.error();
      }),
      http.get(`${PORTAL_URL}/embed.js`, () => HttpResponse.error()),
    );
    expect((await failed()).alert).toHaveTextContent('Check your connection');
  });

  test('a shell whose script throws does not blame the connection', async () => {
    const shell = embeddedShell();
    const failing = failed();
    await shell.fails('load');
    expect((await failing).alert).toHaveTextContent('because its script does not work in this page.');
  });

  test('a shell that arrives, but is refused by the browser, does not blame the connection', async () => {
    const shell = embeddedShell();
    server.use(http.get(`${PORTAL_URL}/releases/*`, () => new HttpResponse('')));
    const failing = failed();
    await shell.fails('error');
    expect((await failing).alert).toHaveTextContent('because this browser refused its script.');
  });

  test('requests a shell that did not start again on "Try again"', async () => {
    const shell = embeddedShell();
    const failing = failed();
    await shell.fails('error');
    const { element, alert } = await failing;
    expect(alert).toHaveTextContent('The portal could not be started. Check your connection and try again.');
    expect(document.scripts).toHaveLength(0);
    await tryAgain(element);
    await shell.arrives();
    await shell.portal();
  });
});

describe('a ticket of the site', () => {
  test('goes to the portal once, and leaves the element', async () => {
    const { element, portal, shell } = await shown({ ticket: 'first' });
    expect(portal.options.ticket).toBe('first');
    expect(element).not.toHaveAttribute('ticket');
    element.remove();
    await settled();
    document.body.append(element);
    expect((await shell.portal(1)).options.ticket).toBeUndefined();
  });

  test('that comes later signs in the running portal', async () => {
    const { element, portal, shell } = await shown();
    element.ticket = 'second';
    await settled();
    expect(portal.signIn.mock.calls).toEqual([['second']]);
    expect(element).not.toHaveAttribute('ticket');
    expect(shell.portals).toHaveLength(1);
  });

  test('is not sent again by "Try again"', async () => {
    const { element, portal, shell } = await shown({ ticket: 'first' });
    jest.spyOn(console, 'error').mockReturnValue();
    portal.emit({ type: 'error', message: 'broken' });
    await tryAgain(element);
    expect((await shell.portal(1)).options.ticket).toBeUndefined();
  });

  test('signIn waits for a portal that is loading, and tells whether the ticket was taken', async () => {
    const shell = embeddedShell();
    const element = newElement();
    document.body.append(element);
    const taken = element.signIn('third');
    await shell.arrives();
    expect(await taken).toBe(true);
    const { signIn, signOut } = await shell.portal();
    expect(signIn.mock.calls).toEqual([['third']]);
    await element.signOut();
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  test('an element outside of the page, or of an older portal, takes none', async () => {
    expect(await newElement().signIn('lost')).toBe(false);
    const { element, portal } = await shown();
    Reflect.deleteProperty(portal, 'signIn');
    Reflect.deleteProperty(portal, 'signOut');
    expect(await element.signIn('lost')).toBe(false);
    await element.signOut();
  });
});
