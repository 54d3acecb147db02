import { http } from '@portal/api';
import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { http as call, HttpResponse } from 'msw';
import { createQueryClient } from './query-client';
import './testing/portal';
import { callsOf, server } from './testing/server';

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
