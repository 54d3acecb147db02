import { http as client } from '@portal/api';
import type { Boot } from '@portal/contract';
import { timeoutManager, useQuery } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { address, BRAND, remoteShows } from '../testing/portal';
import type { EmbedOptions, MountedPortal, PortalEvent } from 'embed/contract';
import { loadRemoteModule } from '../remotes/federation/runtime';
import { login, orders, preferences, registryOf, withRemotes } from '../testing/registry';
import { server } from '../testing/server';
import { openWindow } from '../testing/window';
import { mountShell } from './mount-shell';

const PORTAL = 'https://portal.example/account';

const RESPONSE = {
  boot: {
    basePath: '/account',
    brand: BRAND,
    previews: [],
    ...withRemotes(registryOf(login, orders, preferences)),
  },
  csrfToken: 'first',
};

const posted: (string | null)[] = [];
const mounted: MountedPortal[] = [];

// React schedules its own work here: each test waits for the result.
beforeAll(() => void Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false));
afterEach(() => mounted.splice(0).forEach((portal) => portal.unmount()));

beforeEach(() => {
  posted.length = 0;
  server.use(
    http.get('*/auth-check', () => HttpResponse.json({})),
    http.get(`${PORTAL}/registry.json`, () => new HttpResponse(null, { status: 503 })),
    http.post('*/logout', ({ request }) => {
      posted.push(request.headers.get('x-xsrf-token'));
      return HttpResponse.json({ success: true }, { headers: { 'x-xsrf-token': 'second' } });
    }),
  );
});

const embed = (options: Partial<EmbedOptions> = {}, boot: Partial<Boot> = {}) => {
  history.replaceState(null, '', '/help/orders/service-orders');
  const host = document.body.appendChild(document.createElement('div'));
  const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  const events: PortalEvent[] = [];
  const whole: EmbedOptions = { portalUrl: PORTAL, base: '/help/orders', routing: 'browser', ...options };
  const portal = mountShell(
    container,
    { ...RESPONSE, boot: { ...RESPONSE.boot, ...boot } },
    whole,
    (event) => void events.push(event),
  );
  mounted.push(portal);
  const heading = (name: string) =>
    waitFor(() => expect(container.querySelector('h1')?.textContent).toBe(name));
  const find = (selector: string) => {
    const element = container.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`There is no ${selector} in the portal.`);
    return element;
  };
  return { container, portal, events, heading, find };
};

const ORDERS = 'My Service Orders';

/** Embeds a portal and waits for its first screen. */
const open = async (...given: Parameters<typeof embed>) => {
  const page = embed(...given);
  await page.heading(ORDERS);
  return page;
};

it('shows the screen at the URL below the base (in any case), from the portal’s origin, and emits its events', async () => {
  const title = document.title;
  const { events } = await open({ base: '/Help/orders' });
  expect(jest.mocked(loadRemoteModule).mock.calls[0]?.[0].url).toBe(
    'https://portal.example/releases/orders/1.0.0/remoteEntry.js',
  );
  expect(events).toEqual([
    { type: 'signed-in' },
    { type: 'ready' },
    { type: 'navigate', path: '/service-orders', title: 'My Service Orders', route: '/service-orders' },
    { type: 'event', name: 'screen-shown', route: '/service-orders' },
  ]);
  expect(document.title).toBe(title);
  expect(client.defaults.headers.common).not.toHaveProperty('Accept-Language');
});

it('reports an invalid path, and keeps its screen', async () => {
  const reported = jest.spyOn(window, 'reportError').mockImplementation(() => undefined);
  const { heading, portal } = embed();
  portal.navigate('//evil.example');
  await heading(ORDERS);
  expect(reported).toHaveBeenCalledTimes(1);
  reported.mockRestore();
  expect(address()).toBe('/help/orders/service-orders');
});

it.each([
  ['browser', '/help/orders/notification-preferences'],
  ['hash', '/help/orders/service-orders#/notification-preferences'],
  ['memory', '/help/orders/service-orders'],
] as const)('navigates before the first render, with %s routing to %s', async (routing, expected) => {
  const { heading, portal } = embed({ routing });
  portal.navigate('/notification-preferences');
  await heading('Notification Preferences');
  expect(address()).toBe(expected);
});

it('sends the latest CSRF token from the server, not the one in the page’s cookies', async () => {
  document.cookie = 'XSRF-TOKEN=of-the-page';
  await open({ portalUrl: `${location.origin}/portal` });
  await client.post('/logout');
  await client.post('/logout');
  expect(posted).toEqual(['first', 'second']);
  document.cookie = 'XSRF-TOKEN=; Max-Age=0';
});

it('does not navigate the page to the logout of an identity provider', async () => {
  server.use(http.post(`${PORTAL}/logout`, () => HttpResponse.json({ redirect: '#/of-the-provider' })));
  const { find, heading } = await open();
  find('[aria-label=Logout]').click();
  await heading('Sign in');
  expect(address()).toBe('/help/orders/login');
});

it('leaves a lost chunk of another script to the page', async () => {
  await open();
  const reason = new Error('Failed to fetch dynamically imported module: https://page.example/5.js');
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

it('uses the embedder’s brand name and later changes to it', async () => {
  const { container, portal } = await open({ brandName: 'Contoso' });
  expect(container).toHaveTextContent('Contoso Customer Dashboard');
  portal.update({ brandName: 'Fabrikam' });
  await waitFor(() => expect(container).toHaveTextContent('Fabrikam Customer Dashboard'));
});

it('takes a locale that changes while the first language loads', async () => {
  const { container, portal } = embed({ locale: 'de' }, { languages: ['en', 'de', 'fr'], language: 'en' });
  portal.update({ locale: 'fr' });
  await waitFor(() => expect(container.querySelector('[aria-label="Se déconnecter"]')).not.toBeNull());
  expect(client.defaults.headers.common['Accept-Language']).toBe('fr');
  delete client.defaults.headers.common['Accept-Language'];
});

it('does not take the focus while opening the first screen', async () => {
  server.use(http.get(`${PORTAL}/auth-check`, () => new HttpResponse(null, { status: 401 })));
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  const { heading } = embed();
  await heading('Sign in');
  expect(field).toHaveFocus();
  field.remove();
});

it('moves the focus when the screen changes', async () => {
  const { container, find, heading } = await open();
  const link = find('[aria-label=Notifications]');
  link.focus();
  link.click();
  await heading('Notification Preferences');
  const root = container.getRootNode();
  expect(root instanceof ShadowRoot && root.activeElement?.id).toBe('main');
});

it('closes its drawer on a click in the page, but not on one in the drawer', async () => {
  openWindow({ width: 400 });
  const user = userEvent.setup();
  const link = document.body.appendChild(document.createElement('a'));
  const { find } = await open();
  const button = find('[aria-label="Open menu"]');
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(find('[role=dialog] p'));
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(link);
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  link.remove();
});

it.each(['browser', 'memory'] as const)(
  'with %s routing, links to the portal’s own page to end a preview',
  async (routing) => {
    const previews = [{ remote: 'orders', version: '1.5.0-pr12', problem: null }];
    const { find, heading, portal } = embed({ routing }, { previews });
    portal.navigate('/service-order/000019?tab=events');
    await heading('Service Order');
    const reset = find('[aria-label=Preview] a');
    expect(reset).toHaveTextContent('Reset');
    expect(reset).toHaveAttribute('href', `${PORTAL}/service-order/000019?tab=events&preview=off`);
  },
);

it('has no page landmarks, and names its navigation after the brand', async () => {
  const { container, find } = await open();
  expect(container.querySelectorAll('main, header, [role=main], [role=banner]')).toHaveLength(0);
  expect(find('nav')).toHaveAccessibleName('Northwind: Menu');
  expect(find('#main')).toHaveAccessibleName('Northwind');
});

it.each([
  ['a finished query', async () => 'Boiler repair'],
  ['a pending query', () => new Promise<string>(() => undefined)],
])('leaves its element empty and clears the timers of %s when unmounted', async (_, queryFn) => {
  const setTimer = jest.spyOn(timeoutManager, 'setTimeout');
  const clearTimer = jest.spyOn(timeoutManager, 'clearTimeout');
  remoteShows('orders', '/service-orders', () => {
    useQuery({ queryKey: ['orders'], queryFn });
    return <h1>Orders</h1>;
  });
  const { container, heading, portal } = embed();
  await heading('Orders');
  portal.unmount();
  expect(container.childNodes).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve));
  const timers = setTimer.mock.results.map(({ value }) => value);
  expect(timers.length).toBeGreaterThan(0);
  expect(clearTimer.mock.calls.flat()).toEqual(expect.arrayContaining(timers));
});

it('rejects a base that the URL is not below', () => {
  expect(() => embed({ base: '/elsewhere' })).toThrow('not below its base "/elsewhere"');
});

const TYPED: [string, KeyboardEventInit?][] = [
  ['/'],
  // AltGr on Windows.
  ['@', { ctrlKey: true, altKey: true }],
  ['k', { ctrlKey: true }],
  ['Escape'],
];

it('hides only characters typed into its fields from the page', async () => {
  const { find } = await open();
  const keys: string[] = [];
  const listen = ({ key }: KeyboardEvent) => void keys.push(key);
  document.addEventListener('keydown', listen);
  const main = find('#main');
  const field = main.appendChild(document.createElement('input'));
  for (const target of [main, field])
    for (const [key, modifiers] of TYPED)
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key, ...modifiers, bubbles: true, composed: true }),
      );
  document.removeEventListener('keydown', listen);
  field.remove();
  expect(keys).toEqual(['/', '@', 'k', 'Escape', 'k', 'Escape']);
});

describe('signing in from the embedder’s page', () => {
  const NOBODY = new HttpResponse(null, { status: 401 });
  let signedIn: boolean;
  let redeemed: unknown[];
  beforeEach(() => {
    signedIn = false;
    redeemed = [];
    server.use(
      http.get(`${PORTAL}/auth-check`, () => (signedIn ? HttpResponse.json({}) : NOBODY.clone())),
      http.post(`${PORTAL}/customer-login/ticket`, async ({ request }) => {
        const body = await request.json();
        redeemed.push([body, request.headers.get('x-xsrf-token')]);
        const success = JSON.stringify(body).includes('good');
        signedIn ||= success;
        return HttpResponse.json({ success }, { status: success ? 200 : 401 });
      }),
    );
  });

  it('redeems the ticket before showing anything, again with the CSRF token of a 403 response', async () => {
    server.use(
      http.post(
        `${PORTAL}/customer-login/ticket`,
        () => HttpResponse.json({}, { status: 403, headers: { 'x-xsrf-token': 'fresh' } }),
        { once: true },
      ),
    );
    const { events } = await open({ ticket: 'good' });
    expect(redeemed).toEqual([[{ ticket: 'good' }, 'fresh']]);
    expect(events.filter(({ type }) => type === 'navigate')).toMatchObject([{ path: '/service-orders' }]);
  });

  it.each([
    ['refuses the ticket', 'refused', () => NOBODY.clone()],
    ['returns 500', 'unavailable', () => new HttpResponse(null, { status: 500 })],
    ['cannot be reached', 'unavailable', () => HttpResponse.error()],
  ])('shows the sign-in screen when the portal %s, and says why: %s', async (_, reason, response) => {
    server.use(http.post(`${PORTAL}/customer-login/ticket`, response));
    const { events, heading } = embed({ ticket: 'good' });
    await heading('Sign in');
    expect(events[0]).toEqual({ type: 'sign-in-failed', reason });
  });

  it('signs in later and switches to another customer, whose data it refetches', async () => {
    let fetches = 0;
    remoteShows('orders', '/service-orders', () => {
      useQuery({ queryKey: ['orders'], queryFn: () => (fetches += 1), staleTime: Infinity });
      return <h1>My Service Orders</h1>;
    });
    const { portal, heading, events } = embed();
    await heading('Sign in');
    expect(await portal.signIn?.('bad')).toBe(false);
    expect(await portal.signIn?.('good')).toBe(true);
    await heading(ORDERS);
    expect(fetches).toBe(1);
    expect(await portal.signIn?.('good, of another customer')).toBe(true);
    await waitFor(() => expect(fetches).toBe(2));
    await heading(ORDERS);
    expect(events.map(({ type }) => type)).toContain('sign-in-failed');
  });

  it('keeps an existing session when a ticket is rejected, unless the server ends it', async () => {
    signedIn = true;
    const { portal, heading } = await open({ ticket: 'bad' });
    signedIn = false;
    expect(await portal.signIn?.('bad')).toBe(false);
    await heading('Sign in');
  });

  it('leaves the screen and rejects when the server cannot sign out', async () => {
    signedIn = true;
    server.use(http.post(`${PORTAL}/logout`, () => new HttpResponse(null, { status: 503 })));
    const { events, portal, heading } = await open();
    await expect(portal.signOut?.()).rejects.toMatchObject({ response: { status: 503 } });
    await heading('Sign in');
    expect(events).toContainEqual({ type: 'event', name: 'call-failed' });
  });
});
