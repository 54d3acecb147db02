import { queryWrapper, testQueryClient } from '@portal/harness/testing';
import { renderHook, waitFor } from '@testing-library/react';
import { delay, http as msw } from 'msw';
import { http } from '../http';
import { respond, server } from '../testing/server';
import { useAuthCheck } from './check-auth';
import { useNotificationPreferences } from './notification-preferences';
import { serviceOrdersOptions, useServiceOrder, useServiceOrders } from './service-orders';

/** Runs a hook as a screen does, with its own query cache. */
const runHook = <Result,>(hook: () => Result) => {
  const queryClient = testQueryClient();
  const wrapper = queryWrapper(queryClient);
  // Strict mode unmounts the first render, which cancels its call: these tests count calls.
  return { queryClient, ...renderHook(hook, { wrapper, reactStrictMode: false }) };
};

it.each([
  ['/auth-check', useAuthCheck],
  ['/serviceOrder/list', useServiceOrders],
  ['/serviceOrder/get', () => useServiceOrder('000019')],
  ['/serviceOrder/get-notification-status', useNotificationPreferences],
])('%s is called once, and canceled when the screen unmounts', async (path, useCall) => {
  server.use(msw.get(path, () => delay('infinite')));
  const get = jest.spyOn(http, 'get');
  const { unmount } = runHook<unknown>(useCall);
  await waitFor(() => expect(get).toHaveBeenCalledWith(path, expect.anything()));
  unmount();
  await expect(get.mock.results[0]?.value).rejects.toMatchObject({ code: 'ERR_CANCELED' });
  expect(get).toHaveBeenCalledTimes(1);
  get.mockRestore();
});

it('refetches each order when the list is invalidated', async () => {
  const received = respond('/serviceOrder/get', [{ ServiceOrderNbr: '19' }]);
  const { result, queryClient } = runHook(() => useServiceOrder('19'));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  await queryClient.invalidateQueries(serviceOrdersOptions);
  expect(received).toHaveLength(2);
});
