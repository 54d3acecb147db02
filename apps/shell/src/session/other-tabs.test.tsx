import { useServiceOrders } from '@portal/api';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { pageQueryClient } from './query-client';
import { openPortal, openScreen, remoteShows } from '../testing/portal';
import { nobodySignedIn, server } from '../testing/server';

/** The channel of another tab of this portal. */
let otherTab: BroadcastChannel;
beforeEach(() => void (otherTab = new BroadcastChannel(`portal-session ${location.origin}/`)));
afterEach(() => otherTab.close());

const Orders = () => <h1>{useServiceOrders().data?.[0]?.Description}</h1>;

const ordersArriveFor = (name: string) => {
  server.use(http.get('/serviceOrder/list', () => HttpResponse.json([{ Description: `For ${name}` }])));
};

const openOrdersOfAnn = async () => {
  ordersArriveFor('Ann');
  remoteShows('orders', '/service-orders', Orders);
  await openScreen('/service-orders', 'For Ann');
};

it('shows the sign-in when another tab has logged out', async () => {
  await openOrdersOfAnn();
  nobodySignedIn();
  otherTab.postMessage(null);
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});

it('shows the orders of the customer who signs in in another tab', async () => {
  await openOrdersOfAnn();
  pageQueryClient.setQueryData(['of another screen'], 'Ann');
  ordersArriveFor('Ben');
  otherTab.postMessage(null);
  expect(await screen.findByRole('heading', { name: 'For Ben' })).toBeVisible();
  expect(pageQueryClient.getQueryData(['of another screen'])).toBeUndefined();
});

it('tells the other tabs of a logout', async () => {
  const received = jest.fn();
  otherTab.onmessage = received;
  const user = openPortal('/service-orders');
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(received).toHaveBeenCalledTimes(1));
});
