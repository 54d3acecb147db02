import { http, serviceOrdersOptions, useServiceOrders } from '@portal/api';
import { QueryClientProvider, QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { http as call, HttpResponse } from 'msw';
import { useEffect } from 'react';
import { createQueryClient, createRemoteQueryClient, pageQueryClient } from './query-client';
import { openScreen, remoteShows } from '../testing/portal';
import { callsOf, server } from '../testing/server';

const Question = () => {
  const { status } = useQuery({
    queryKey: ['question'],
    queryFn: () => http.get('/question'),
    retryDelay: 0,
  });
  return <p>{status}</p>;
};

it.each([
  ['400', () => new HttpResponse(null, { status: 400 }), 1],
  ['401', () => new HttpResponse(null, { status: 401 }), 1],
  ['429', () => new HttpResponse(null, { status: 429 }), 1],
  ['500', () => new HttpResponse(null, { status: 500 }), 2],
  ['a network failure', () => HttpResponse.error(), 2],
])('limits the attempts of a query that fails with %s', async (_, response, attempts) => {
  server.use(call.get('/question', response));
  const calls = callsOf('GET');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Question />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('error')).toBeVisible();
  expect(calls).toHaveLength(attempts);
});

it('does not ask again after five minutes for what failed', async () => {
  jest.useFakeTimers();
  const queryFn = jest.fn(() => Promise.reject(new Error('Out of order')));
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['question'], queryFn, retry: false });
  const leave = observer.subscribe(() => undefined);
  await jest.advanceTimersByTimeAsync(6 * 60_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
  leave();
  jest.useRealTimers();
});

/** A screen that takes the keys of others, and changes the defaults. */
const Careless = () => {
  const client = useQueryClient();
  useEffect(() => {
    for (const key of ['customer', 'service-orders', 'auth-check', 'auth-response'])
      client.setQueryData([key], key);
    client.setDefaultOptions({ queries: { enabled: false } });
  }, [client]);
  useQuery({ queryKey: ['auth-check'], queryFn: () => 'signed out' });
  useQuery({ queryKey: ['customer'], queryFn: () => 'the customer of orders' });
  return <h1>Careless</h1>;
};

const Careful = () => {
  const { data } = useQuery({
    queryKey: ['customer'],
    queryFn: () => 'the customer of preferences',
    staleTime: Infinity,
  });
  const orders = useServiceOrders().data?.length;
  return (
    <h1>
      {data}, {orders} orders
    </h1>
  );
};

it('keeps responses and defaults of one remote from the shell and other remotes', async () => {
  server.use(call.get('/serviceOrder/list', () => HttpResponse.json([{}, {}])));
  remoteShows('orders', '/service-orders', Careless);
  remoteShows('notification-preferences', '/notification-preferences', Careful);
  const user = await openScreen('/service-orders', 'Careless');
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  expect(await screen.findByRole('heading', { name: 'the customer of preferences, 2 orders' })).toBeVisible();
});

it('shares the responses of the portal', () => {
  const [one, other] = ['orders', 'warranty'].map(createRemoteQueryClient);
  one?.setQueryData(serviceOrdersOptions.queryKey, []);
  expect(other?.getQueryData(serviceOrdersOptions.queryKey)).toEqual([]);
  expect(pageQueryClient.getQueryData(serviceOrdersOptions.queryKey)).toEqual([]);
});
