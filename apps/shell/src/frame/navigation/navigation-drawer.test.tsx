import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { address, openPortal, openScreen } from '../../testing/portal';
import { orders, preferences, registryOf } from '../../testing/registry';
import { server } from '../../testing/server';
import { openWindow } from '../../testing/window';
import { DRAWER_ID } from './navigation-drawer';

const drawer = () => screen.findByRole('navigation', { name: 'Main' });

/** The element that has the drawer's width. */
const paper = async () => (await drawer()).closest(`#${DRAWER_ID}`);

const namesOf = (elements: HTMLElement[]) => elements.map((element) => element.getAttribute('aria-label'));

/** The marked entries. */
const current = () =>
  screen
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('aria-current')])
    .filter(([, mark]) => mark);

const OFFERED = { languages: ['en', 'de'], language: 'en' };

/** From now on, the server says who the customer is. */
const describeCustomer = () => {
  const customer = { name: 'Ann Example', contacts: { email: 'a•••@example.com', phone: null } };
  server.use(http.get('/auth-check', () => HttpResponse.json({ success: true, customer })));
};

describe('on a wide screen', () => {
  it.each([
    ['all remotes', registryOf(orders, preferences), ['Notifications']],
    ['the remotes in the registry', registryOf(orders), []],
  ])('lists the entries of %s by their order, with Logout last', async (_, registry, others) => {
    openPortal('/service-orders', { registry });
    const nav = within(await drawer());
    expect(namesOf(nav.getAllByRole('link'))).toEqual(['My Current Order', 'All Service Orders', ...others]);
    expect(nav.getAllByRole('listitem').at(-1)).toHaveTextContent('Logout');
  });

  it.each([
    ['My Current Order', '/my-service-order', 'Latest Service Order'],
    ['Notifications', '/notification-preferences', 'Notification Preferences'],
  ])('%s opens %s, is marked as current, and leaves the drawer open', async (entry, path, heading) => {
    const user = openPortal('/nobody/owns/this');
    await user.click(within(await drawer()).getByRole('link', { name: entry }));
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(address()).toBe(path);
    expect(current()).toEqual([[entry, 'page']]);
    expect(screen.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('is 240px wide, 80px when collapsed and after a reload, and its entries keep their names', async () => {
    const user = openPortal('/service-orders');
    expect(await paper()).toHaveStyle({ width: '240px' });
    await user.click(screen.getByRole('button', { name: 'Close menu' }));
    expect(await paper()).toHaveStyle({ width: '80px' });
    expect(screen.getByRole('link', { name: 'Notifications' })).toBeVisible();
    expect(screen.queryByText('Notifications')).not.toBeInTheDocument();
    cleanup();
    openPortal('/service-orders');
    expect(await paper()).toHaveStyle({ width: '80px' });
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(await paper()).toHaveStyle({ width: '240px' });
  });

  it('marks the first entry of the remote that owns /', async () => {
    await openScreen('/', 'Latest Service Order');
    expect(current()).toEqual([['My Current Order', 'page']]);
  });

  it('marks the list for an order opened from it, and nothing for an order opened by URL', async () => {
    await openScreen('/service-order/7', 'Service Order');
    expect(current()).toEqual([]);
    cleanup();
    const user = await openScreen('/service-orders', 'My Service Orders');
    act(() => {
      history.pushState(null, '', '/service-order/7');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await screen.findByRole('heading', { name: 'Service Order' });
    expect(current()).toEqual([['All Service Orders', 'true']]);
    await user.click(screen.getByRole('link', { name: 'Notifications' }));
    expect(current()).toEqual([['Notifications', 'page']]);
  });

  it('shows who is signed in, even when collapsed, which leads to all details', async () => {
    describeCustomer();
    const user = openPortal('/service-orders');
    expect(await screen.findByText('Ann Example')).toBeVisible();
    expect(screen.getByText('a•••@example.com')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close menu' }));
    expect(screen.getByText('Signed in as').parentElement).toHaveTextContent(
      'Signed in asAnn Examplea•••@example.com',
    );
    await user.click(screen.getByRole('link', { name: /^Signed in as Ann Example/ }));
    expect(await screen.findByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
    expect(address()).toBe('/notification-preferences#your-details');
    // The screen focuses its part; the shell would move the focus away from it.
    expect(screen.getByRole('main')).not.toHaveFocus();
  });

  it('leaves language and color mode to the top bar', async () => {
    openPortal('/service-orders', OFFERED);
    const nav = within(await drawer());
    const bar = within(screen.getByRole('banner'));
    for (const name of [/^Language/, /^Color mode/]) {
      expect(bar.getByRole('button', { name })).toBeVisible();
      expect(nav.queryByRole('button', { name })).not.toBeInTheDocument();
    }
  });

  it('links to the pages configured in the brand', async () => {
    const links = { imprint: 'https://acme.example/imprint', help: 'https://acme.example/help' };
    openPortal('/service-orders', { brand: { name: 'N', logoUrl: null, primaryColor: '#0b57a4', links } });
    expect(await screen.findByRole('link', { name: 'Legal notice' })).toHaveAttribute('href', links.imprint);
    expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('href', links.help);
    expect(screen.queryByRole('link', { name: 'Privacy' })).not.toBeInTheDocument();
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => openWindow({ width: 400 }));

  const openDrawer = async (user: ReturnType<typeof openPortal>) => {
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    return drawer();
  };

  it('is closed at first, 240px wide when opened, and closes when an entry is chosen', async () => {
    const user = await openScreen('/service-orders', 'My Service Orders');
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
    const nav = await openDrawer(user);
    expect(nav).toBeVisible();
    expect(await paper()).toHaveStyle({ width: '240px' });
    await user.click(within(nav).getByRole('link', { name: 'Notifications' }));
    expect(await screen.findByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
    await waitFor(() => expect(nav).not.toBeVisible());
  });

  it('has language and color mode at its foot, in words, and not in the top bar', async () => {
    const user = openPortal('/service-orders', OFFERED);
    await screen.findByRole('button', { name: 'Open menu' });
    expect(screen.queryByRole('button', { name: /^(Language|Color mode)/ })).not.toBeInTheDocument();
    const nav = within(await openDrawer(user));
    expect(nav.getByText('Color mode: System')).toBeVisible();
    await user.click(nav.getByRole('button', { name: 'Color mode: System' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(await nav.findByText('Color mode: Dark')).toBeVisible();
    expect(localStorage.getItem('mui-mode')).toBe('dark');
    await user.click(nav.getByRole('button', { name: 'Language: English' }));
    expect(await screen.findByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible();
  });

  it('closes when the name of the customer is chosen', async () => {
    describeCustomer();
    const user = openPortal('/service-orders');
    const nav = await openDrawer(user);
    await user.click(await within(nav).findByRole('link', { name: /^Signed in as Ann Example/ }));
    expect(address()).toBe('/notification-preferences#your-details');
    await waitFor(() => expect(nav).not.toBeVisible());
  });

  const closeButton = () =>
    within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('button', { name: 'Close menu' });

  it.each<[string, (user: ReturnType<typeof openPortal>) => Promise<void>]>([
    ['its own button inside the dialog, for screen readers', (user) => user.click(closeButton())],
    ['Escape', (user) => user.keyboard('{Escape}')],
  ])('closes with %s, and returns the focus to the menu button', async (_, close) => {
    const user = openPortal('/service-orders');
    const nav = await openDrawer(user);
    await close(user);
    await waitFor(() => expect(nav).not.toBeVisible());
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus();
  });
});
