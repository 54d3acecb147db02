import { waitFor } from '@testing-library/react';
import { delay, http as msw } from 'msw';
import { http } from '../http';
import { runHook } from '../testing/hook';
import { server } from '../testing/server';
import { useAuthCheck } from './check-auth';
import { useNotificationPreferences } from './get-notification-preferences';
import { useServiceOrder } from './get-service-order';
import { useServiceOrders } from './list-service-orders';

afterEach(() => jest.restoreAllMocks());

it.each([
  ['/auth-check', useAuthCheck],
  ['/serviceOrder/list', useServiceOrders],
  ['/serviceOrder/get', () => useServiceOrder('000019')],
  ['/serviceOrder/get-notification-status', useNotificationPreferences],
])('a screen that is left no longer waits for %s', async (path, useCall) => {
  server.use(msw.get(path, () => delay('infinite')));
  const get = jest.spyOn(http, 'get');
  const { unmount } = runHook<unknown>(useCall);
  await waitFor(() => expect(get).toHaveBeenCalledWith(path, expect.anything()));
  unmount();
  await expect(get.mock.results[0]?.value).rejects.toMatchObject({ code: 'ERR_CANCELED' });
});
