import { http as portalHttp } from '@portal/api';
import { holdResponse } from '@portal/api/testing';
import { ScreenHeading } from '@portal/theme';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { openPortal, openScreen, remoteLoads, remoteShows } from '../testing/portal';
import { server } from '../testing/server';

// Fake timers that also advance on their own, so that MSW responds.
beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => {
  jest.useRealTimers();
  onlineManager.setOnline(true);
});

const pass = (minutes: number) => act(() => jest.advanceTimersByTimeAsync(minutes * 60_000));
const goOnline = (isOnline: boolean) => act(() => onlineManager.setOnline(isOnline));

const Responses = () => {
  const { data } = useQuery({
    queryKey: ['responses'],
    queryFn: async () => (await portalHttp.get<number>('/responses')).data,
  });
  return <ScreenHeading>Response {data}</ScreenHeading>;
};

const showResponses = () => {
  let responses = 0;
  server.use(
    http.get('/responses', () =>
      onlineManager.isOnline() ? HttpResponse.json(++responses) : HttpResponse.error(),
    ),
  );
  remoteShows('orders', '/service-orders', Responses);
  return openPortal('/service-orders');
};

/** Beside the heading; the page's live region has the same sentence. */
const age = (_: string, element: Element | null) =>
  element?.tagName === 'SPAN' && /^Updated \d/.test(element.textContent ?? '');

const response = (count: number) => screen.findByRole('heading', { name: `Response ${count}` });

it('refetches the data after five minutes of activity, announces that, and shows its age once it is old', async () => {
  const user = showResponses();
  await response(1);
  expect(screen.getByRole('status', { name: 'Page' })).not.toHaveTextContent(/^Updated/);
  await pass(2);
  expect(screen.queryByText(age)).not.toBeInTheDocument();
  // Until shortly after the fifth minute: the response may arrive at once or only after that.
  await pass(3.6);
  expect(await response(2)).toBeVisible();
  expect(screen.getByRole('status', { name: 'Page' })).toHaveTextContent(/^Updated \d/);
  await pass(30);
  expect(await response(3)).toBeVisible();
  expect(screen.getByText(age)).toBeVisible();
  await user.keyboard('{Shift}');
  await pass(1);
  expect(await response(4)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(age)).not.toBeInTheDocument());
});

it('waits for a slow response instead of sending another request', async () => {
  showResponses();
  await response(1);
  let requests = 0;
  const { held, release } = holdResponse();
  server.use(
    http.get('/responses', async () => {
      requests += 1;
      await held;
      return HttpResponse.json(2);
    }),
  );
  await pass(8);
  release();
  expect(await response(2)).toBeVisible();
  expect(requests).toBe(1);
});

it('keeps the screen and says so while offline, and refetches when back online', async () => {
  const user = showResponses();
  await response(1);
  goOnline(false);
  expect(await screen.findByText(/^You are offline\. Updated \d/)).toBeVisible();
  expect(screen.getByRole('status', { name: 'Page' })).toHaveTextContent('You are offline.');
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  await user.click(await screen.findByRole('link', { name: 'All Service Orders' }));
  expect(await response(1)).toBeVisible();
  await pass(1);
  expect(await response(1)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  goOnline(true);
  expect(await response(2)).toBeVisible();
});

it('retries a screen whose code failed to load as soon as the browser is back online', async () => {
  remoteLoads('orders', () => Promise.reject(new Error('offline')));
  goOnline(false);
  await openScreen('/service-orders', 'Orders is not available right now');
  remoteShows('orders', '/service-orders', () => <h1>Back</h1>);
  goOnline(true);
  expect(await screen.findByRole('heading', { name: 'Back' })).toBeVisible();
});

it('sends nothing in an hour from an unattended page', async () => {
  showResponses();
  await response(1);
  await pass(16);
  const requests = jest.fn();
  server.events.on('request:start', requests);
  await pass(60);
  expect(requests).not.toHaveBeenCalled();
});
