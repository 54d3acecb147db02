import { holdResponse } from '@portal/api/testing';
import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import {
  broken,
  healed,
  healthy,
  openUnavailable,
  serveRegistry,
  Throws,
  tryAgain,
  unavailable,
} from '../testing/failing-remotes';
import { BRAND, loaded, openPortal, openScreen, remoteLoads, remoteShows } from '../testing/portal';
import { inVersion, login, orders, preferences, registryOf } from '../testing/registry';
import { nobodySignedIn, server } from '../testing/server';

// React logs errors that a boundary caught.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

it('shows a skeleton inside the layout while a remote loads', async () => {
  remoteLoads('orders', () => new Promise(() => undefined));
  openPortal('/service-orders');
  expect(await screen.findByText('Loading…')).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

it('loads a remote once, when it is first needed', async () => {
  const user = await openScreen('/service-orders', 'My Service Orders');
  expect(loaded()).toEqual(['orders@1.0.0 0']);
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  await screen.findByRole('heading', { name: 'Notification Preferences' });
  await user.click(screen.getByRole('link', { name: 'My Current Order' }));
  await screen.findByRole('heading', { name: 'Latest Service Order' });
  expect(loaded()).toEqual(['orders@1.0.0 0', 'notification-preferences@1.0.0 0']);
});

it('names the unavailable part on the screen, to screen readers and in the title, and offers the company’s help', async () => {
  const support = { phone: '+1 202 555 0100' };
  remoteLoads('orders', () => broken());
  openPortal('/service-orders', { brand: { ...BRAND, support } });
  expect(await unavailable('Orders')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Please try again in a moment.');
  expect(screen.getByRole('status', { name: 'Page' })).toBeEmptyDOMElement();
  expect(document.title).toBe('Orders is not available · Northwind');
  const call = await screen.findByRole('link', { name: `Call ${support.phone}` });
  expect(call).toHaveAttribute('href', 'tel:+12025550100');
});

it('loads a remote once when the browser is back online while "Try again" waits', async () => {
  remoteLoads('orders', (attempt) => (attempt < 2 ? broken() : healthy()));
  const user = await openUnavailable();
  const { held, release } = holdResponse();
  server.use(http.get('/registry.json', () => held.then(() => HttpResponse.error())));
  await tryAgain(user);
  act(() => {
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
  });
  release();
  await healed();
  expect(loaded().slice(2)).toEqual(['orders@1.0.0 2']);
});

it('"Try again" loads a version that has gone live, and moves the focus to the main landmark', async () => {
  remoteLoads('orders', (_, version) => (version === '1.0.0' ? broken() : healthy()));
  const user = await openUnavailable();
  serveRegistry(login, inVersion(orders, '1.0.1'), preferences);
  await tryAgain(user);
  await healed();
  expect(loaded().slice(2)).toEqual(['orders@1.0.1 0']);
  expect(screen.getByRole('main')).toHaveFocus();
});

it.each([
  ['does not respond', () => HttpResponse.error()],
  ['returns something else', () => HttpResponse.json({ microFrontends: 'none' })],
])('"Try again" uses the known versions when the registry %s', async (_, response) => {
  server.use(http.get('/registry.json', response));
  remoteLoads('orders', (attempt) => (attempt < 2 ? broken() : healthy()));
  const user = await openUnavailable();
  await tryAgain(user);
  expect(await healed()).toBeVisible();
});

it('isolates a remote that throws while rendering, and renders it again on "Try again"', async () => {
  serveRegistry(login, orders, preferences);
  let isBroken = true;
  remoteShows('orders', '/service-orders', () => (isBroken ? <Throws /> : <h1>Healed</h1>));
  const user = await openUnavailable();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  isBroken = false;
  await tryAgain(user);
  expect(await healed()).toBeVisible();
});

it('keeps the other screens of a remote working when one of them throws', async () => {
  remoteLoads('orders', async () => ({
    routes: [
      { path: '/my-service-order', title: 'Latest Service Order', Component: Throws },
      { path: '/service-orders', title: 'My Service Orders', Component: () => <h1>My Service Orders</h1> },
    ],
  }));
  const user = openPortal('/my-service-order');
  await unavailable('Orders');
  await user.click(screen.getByRole('link', { name: 'All Service Orders' }));
  expect(await screen.findByRole('heading', { name: 'My Service Orders' })).toBeVisible();
});

it('keeps the layout and the other remotes working when one is broken, without loading it again', async () => {
  remoteLoads('orders', () => broken());
  const user = await openUnavailable();
  const titled = jest.spyOn(Document.prototype, 'title', 'set');
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  expect(await screen.findByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
  expect(titled.mock.calls).toEqual([['Notification Preferences · Northwind']]);
  await user.click(screen.getByRole('link', { name: 'All Service Orders' }));
  expect(await unavailable('Orders')).toBeVisible();
  expect(loaded().filter((load) => load.startsWith('orders'))).toEqual(['orders@1.0.0 0', 'orders@1.0.0 1']);
});

it('"Try again" finds a sign-in that was missing from the registry', async () => {
  nobodySignedIn();
  const user = openPortal('/service-orders', { registry: registryOf(orders) });
  await unavailable('Sign in');
  serveRegistry(orders);
  await tryAgain(user);
  await unavailable('Sign in');
  serveRegistry(login, orders);
  await tryAgain(user);
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});

it.each([
  ['is no text', () => ({ title: 'Order' })],
  ['is empty', () => ''],
  [
    'throws',
    () => {
      throw new Error('No order');
    },
  ],
])('shows a screen whose title %s under the title of its remote', async (_, title: () => unknown) => {
  const reported = jest.spyOn(window, 'reportError').mockImplementation(() => undefined);
  remoteLoads('orders', async () => ({
    routes: [{ path: '/service-orders', title: () => title() as string, Component: () => <h1>All</h1> }],
  }));
  await openScreen('/service-orders', 'All');
  expect(document.title).toBe('Orders · Northwind');
  expect(reported).toHaveBeenCalled();
});
