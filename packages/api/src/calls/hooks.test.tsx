import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { delay, http as msw } from 'msw';
import type { PropsWithChildren } from 'react';
import { http } from '../http';
import { testServer } from '../testing/test-server';
import { useAuthCheck } from './check-auth';
import { useNotificationPreferences } from './notification-preferences';
import { useServiceOrder, useServiceOrders } from './service-orders';

const server = testServer();

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

it.each([
  ['/auth-check', useAuthCheck],
  ['/serviceOrder/list', useServiceOrders],
  ['/serviceOrder/get', () => useServiceOrder('000019')],
  ['/serviceOrder/get-notification-status', useNotificationPreferences],
])('%s is called once, and canceled when the screen unmounts', async (path, useCall) => {
  server.use(msw.get(path, () => delay('infinite')));
  const get = jest.spyOn(http, 'get');
  // Strict mode unmounts the first render, which cancels its call: this test counts calls.
  const options = { wrapper, reactStrictMode: false };
  const { unmount } = renderHook<unknown, unknown>(useCall, options);
  await waitFor(() => expect(get).toHaveBeenCalledWith(path, expect.anything()));
  unmount();
  await expect(get.mock.results[0]?.value).rejects.toMatchObject({ code: 'ERR_CANCELED' });
  expect(get).toHaveBeenCalledTimes(1);
  get.mockRestore();
});
