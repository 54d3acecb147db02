import { startSession } from '@portal/api';
import { useBadge, useNotify } from '@portal/remote';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { pageQueryClient } from '../session/query-client';
import { openScreen, remoteShows, showInOrders } from '../testing/portal';
import { login, orders, preferences, registryOf } from '../testing/registry';
import { callsOf, server } from '../testing/server';

// The first import of a chunk takes longer than a test waits.
beforeAll(() => Promise.all([import('./message-bar'), import('./badge-sources')]));

it('shows and announces one message at a time, each text once', async () => {
  const user = await showInOrders(() => {
    const notify = useNotify();
    const send = () => {
      notify('Claim sent', { severity: 'success' });
      notify('Claim sent');
      notify('We call you');
    };
    return <button onClick={send}>Send</button>;
  });
  const announced = screen.getByRole('status', { name: 'Page' });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(announced).toHaveTextContent('Claim sent'));
  expect(screen.queryByText('We call you')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(announced).toHaveTextContent('We call you'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument());
  expect(announced).toBeEmptyDOMElement();
});

it('shows no message without a text, the beginning of a long one, and then the next', async () => {
  const reported = jest.spyOn(window, 'reportError').mockImplementation(() => undefined);
  const user = await showInOrders(() => {
    const notify = useNotify();
    const send = () => {
      for (const text of ['', ' ', undefined, { message: 'Sent' }]) Reflect.apply(notify, undefined, [text]);
      notify('All of it. '.repeat(500));
      notify('Claim sent');
    };
    return <button onClick={send}>Send</button>;
  });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const [first] = await screen.findAllByText(/^All of it/);
  expect(first?.textContent).toHaveLength(300);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Claim sent', { selector: '.MuiAlert-message' })).toBeVisible();
  expect(reported).toHaveBeenCalledTimes(4);
  reported.mockRestore();
});

it.each([NaN, -3, {}])('shows no badge for %p', async (badge) => {
  await showInOrders(() => {
    Reflect.apply(useBadge, undefined, ['/my-service-order', badge]);
    return null;
  });
  expect(await screen.findByRole('link', { name: 'My Current Order' })).toBeVisible();
});

it('shows the badge of a back end before the remote’s code runs, until that sets another', async () => {
  server.use(http.get('/api/notification-preferences/news', () => HttpResponse.json({ count: 2 })));
  const badges = { '/notification-preferences': '/news' };
  const registry = registryOf(login, orders, { ...preferences, extras: { ...preferences.extras, badges } });
  remoteShows('notification-preferences', '/notification-preferences', () => {
    useBadge('/notification-preferences', 0);
    return <h1>Notifications</h1>;
  });
  const user = await openScreen('/service-orders', 'My Service Orders', { registry });
  await user.click(await screen.findByRole('link', { name: 'Notifications, 2 new' }));
  expect(await screen.findByRole('link', { name: 'Notifications' })).toBeVisible();
});

it('shows the next customer of the tab only badges of their own', async () => {
  server.use(http.get('/api/orders/news', () => HttpResponse.json({ count: 2 })));
  const user = await showInOrders(() => null, { badges: { '/my-service-order': '/news' } });
  expect(await screen.findByRole('link', { name: 'My Current Order, 2 new' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  const calls = callsOf('GET');
  server.use(http.get('/api/orders/news', () => new HttpResponse(null, { status: 502 })));
  act(() => startSession(pageQueryClient));
  expect(await screen.findByRole('link', { name: 'My Current Order' })).toBeVisible();
  await waitFor(() => expect(calls).toContain('/api/orders/news'));
  expect(screen.getByRole('link', { name: 'My Current Order' })).toBeVisible();
});

it('shows no badge, and no error, if the back end has no count', async () => {
  const calls = callsOf('GET');
  server.use(http.get('/api/orders/news', () => HttpResponse.json({ count: 'many' })));
  await showInOrders(() => null, { badges: { '/my-service-order': '/news' } });
  await waitFor(() => expect(calls).toContain('/api/orders/news'));
  expect(await screen.findByRole('link', { name: 'My Current Order' })).toBeVisible();
});

const Badges = () => {
  const [count, setCount] = useState(120);
  useBadge('/my-service-order', count);
  useBadge('/notification-preferences', 3);
  return <button onClick={() => setCount(0)}>Read all</button>;
};

it('shows a badge in the name of an own entry, and in the drawer, as a dot if that is collapsed', async () => {
  const user = await showInOrders(Badges);
  const entry = (name: string) => screen.findByRole('link', { name });
  expect(await entry('My Current Order, 120 new')).toHaveTextContent('My Current Order99+');
  expect(await entry('Notifications')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close menu' }));
  expect(await entry('My Current Order, 120 new')).toHaveTextContent(/^$/);
  await user.click(screen.getByRole('button', { name: 'Read all' }));
  expect(await entry('My Current Order')).toBeVisible();
});
