import { holdAnswer, queryWrapper, testQueryClient } from '@portal/harness/testing';
import type { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { delay, http as msw, HttpResponse } from 'msw';
import { http } from '../http';
import { respond, server } from '../testing/server';
import { useAuthCheck } from './check-auth';
import {
  notificationPreferencesOptions,
  useNotificationPreferences,
  useUpdateNotificationPreferences,
} from './notification-preferences';
import { serviceOrdersOptions, useServiceOrder, useServiceOrders } from './service-orders';

const order = (ServiceOrderNbr: string) => ({ ServiceOrderNbr });

/** Runs a hook as a screen does, with its own query cache. */
const runHook = <Result,>(hook: () => Result) => {
  const queryClient = testQueryClient();
  const wrapper = queryWrapper(queryClient);
  // Strict mode unmounts the first render, which cancels its call: these tests count calls.
  return { queryClient, ...renderHook(hook, { wrapper, reactStrictMode: false }) };
};

afterEach(() => jest.restoreAllMocks());

describe('queries', () => {
  const both = { email: true, sms: true };

  it.each([
    ['/auth-check', useAuthCheck, {}, true],
    ['/serviceOrder/list', useServiceOrders, [order('19')], [order('19')]],
    ['/serviceOrder/get', () => useServiceOrder('19'), [order('19')], order('19')],
    ['/serviceOrder/get', () => useServiceOrder('19'), [], null],
    ['/serviceOrder/get-notification-status', useNotificationPreferences, both, both],
  ])('call %s once and return its data', async (path, useCall, body, data) => {
    const received = respond(path, body);
    const { result } = runHook<{ data?: unknown }>(useCall);
    await waitFor(() => expect(result.current.data).toEqual(data));
    expect(received).toHaveLength(1);
  });

  it.each([
    ['/auth-check', useAuthCheck],
    ['/serviceOrder/list', useServiceOrders],
    ['/serviceOrder/get', () => useServiceOrder('000019')],
    ['/serviceOrder/get-notification-status', useNotificationPreferences],
  ])('cancel %s when the screen unmounts', async (path, useCall) => {
    server.use(msw.get(path, () => delay('infinite')));
    const get = jest.spyOn(http, 'get');
    const { unmount } = runHook<unknown>(useCall);
    await waitFor(() => expect(get).toHaveBeenCalledWith(path, expect.anything()));
    unmount();
    await expect(get.mock.results[0]?.value).rejects.toMatchObject({ code: 'ERR_CANCELED' });
  });

  it('refetch each order when the list is invalidated', async () => {
    const received = respond('/serviceOrder/get', [order('19')]);
    const { result, queryClient } = runHook(() => useServiceOrder('19'));
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    await queryClient.invalidateQueries(serviceOrdersOptions);
    expect(received).toHaveLength(2);
  });
});

describe('saving the preferences', () => {
  const saved = { email: false, sms: true };
  const cached = (queryClient: QueryClient) =>
    queryClient.getQueryData(notificationPreferencesOptions.queryKey);

  it('updates the cache without a refetch', async () => {
    respond('/serviceOrder/update-notification-status', {});
    const { result, queryClient } = runHook(useUpdateNotificationPreferences);
    await act(() => result.current.mutateAsync(saved));
    expect(cached(queryClient)).toEqual(saved);
  });

  it('is not undone by a fetch that started earlier', async () => {
    const { held, release } = holdAnswer();
    server.use(
      msw.get('/serviceOrder/get-notification-status', async () => {
        await held;
        return HttpResponse.json({ email: true, sms: true });
      }),
    );
    respond('/serviceOrder/update-notification-status', {});
    const { result, queryClient } = runHook(useUpdateNotificationPreferences);
    const earlier = queryClient.query(notificationPreferencesOptions).catch(() => undefined);
    await act(() => result.current.mutateAsync(saved));
    release();
    await earlier;
    expect(cached(queryClient)).toEqual(saved);
  });

  it('leaves the cache alone when it fails', async () => {
    respond('/serviceOrder/update-notification-status', {}, { status: 500 });
    const { result, queryClient } = runHook(useUpdateNotificationPreferences);
    const before = { email: true, sms: true };
    queryClient.setQueryData(notificationPreferencesOptions.queryKey, before);
    await act(() => result.current.mutateAsync(saved).catch(() => undefined));
    expect(cached(queryClient)).toEqual(before);
  });
});
