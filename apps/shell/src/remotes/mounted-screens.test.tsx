import { defineRemote, type Mount } from '@portal/remote';
import { screen } from '@testing-library/react';
import { openScreen, remoteLoads } from '../testing/portal';

const removed: string[] = [];

/** A screen without React. */
const mount: Mount = (
  element,
  { params, colorMode, language, navigate, onColorMode, notify, setBadge, linkTo },
) => {
  const { orderNbr = '' } = params;
  const button = document.createElement('button');
  button.textContent = 'All orders';
  button.addEventListener('click', () => navigate('/service-orders'));
  const heading = document.createElement('h1');
  heading.textContent = `Order ${orderNbr}, ${colorMode}, ${language}`;
  onColorMode((mode) => (heading.textContent = `Order ${orderNbr}, ${mode}, ${language}`));
  const note = document.createElement('input');
  const claim = document.createElement('button');
  claim.textContent = 'Claim';
  claim.addEventListener('click', () => {
    setBadge('/service-orders', 3);
    notify(`Claim sent, ${linkTo('nobody.has') ?? 'without a link'}`);
  });
  element.append(heading, button, note, claim);
  return () => void removed.push(orderNbr);
};

const removeInVain = () => {
  throw new Error('It was not there.');
};

const remote = defineRemote({
  routes: [
    { path: '/service-order/:orderNbr', title: 'Order', mount },
    { path: '/service-orders', title: 'Orders', Component: () => <h1>All of them</h1> },
  ],
});

it('shows a screen of another framework, tells it the page’s parameters and colors, and removes it', async () => {
  remoteLoads('orders', async () => remote);
  const user = await openScreen('/service-order/000019', 'Order 000019, light, en');
  expect(document.title).toBe('Order · Northwind');
  await user.type(screen.getByRole('textbox'), 'typed before');
  await user.click(screen.getByRole('button', { name: /^Color mode/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
  expect(await screen.findByRole('heading', { name: 'Order 000019, dark, en' })).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('typed before');
  expect(removed).toEqual([]);

  const warn = jest.spyOn(console, 'warn').mockImplementation();
  await user.click(screen.getByRole('button', { name: 'Claim' }));
  expect(warn).toHaveBeenCalledWith('linkTo: no remote of this page has the link nobody.has');
  expect(await screen.findByText('Claim sent, without a link')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All Service Orders, 3 new' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'All orders' }));
  expect(await screen.findByRole('heading', { name: 'All of them' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'All orders' })).not.toBeInTheDocument();
  expect(removed).toEqual(['000019']);
});

it.each([
  ['throws when it is removed', () => removeInVain],
  ['has nothing to remove', () => undefined],
])('leaves a screen that %s like any other', async (_, fill: () => unknown) => {
  jest.spyOn(window, 'reportError').mockImplementation(() => undefined);
  const old = (element: HTMLElement) => {
    element.innerHTML = '<h1>Old order</h1>';
    return fill();
  };
  remoteLoads('orders', async () =>
    defineRemote({
      routes: [
        // As a team without types writes it.
        { path: '/service-order/:orderNbr', title: 'Order', mount: old as Mount },
        { path: '/service-orders', title: 'Orders', Component: () => <h1>All of them</h1> },
      ],
    }),
  );
  const user = await openScreen('/service-order/1', 'Old order');
  await user.click(screen.getByRole('link', { name: 'All Service Orders' }));
  expect(await screen.findByRole('heading', { name: 'All of them' })).toBeVisible();
  jest.restoreAllMocks();
});
