import type { QueryClient } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { answer, cutOff, server } from '../testing/server';
import { runHook } from '../testing/hook';
import { useAuthCheck } from './check-auth';
import { notificationPreferencesOptions, useNotificationPreferences } from './get-notification-preferences';
import { serviceOrderOptions, useServiceOrder } from './get-service-order';
import { serviceOrdersOptions, useServiceOrders } from './list-service-orders';
import { useUpdateNotificationPreferences } from './update-notification-preferences';

const order = (ServiceOrderNbr: string) => ({ ServiceOrderNbr });

describe('what is asked', () => {
  const both = { email: true, sms: true };

  it.each([
    ['/auth-check', useAuthCheck, {}, true],
    ['/serviceOrder/list', useServiceOrders, [order('19')], [order('19')]],
    ['/serviceOrder/get', () => useServiceOrder('19'), [order('19')], order('19')],
    ['/serviceOrder/get', () => useServiceOrder('19'), [], null],
    ['/serviceOrder/get-notification-status', useNotificationPreferences, both, both],
  ])('%s is asked once, and read', async (path, useCall, body, data) => {
    const received = answer(path, body);
    const { result } = runHook<{ data?: unknown }>(useCall);
    await waitFor(() => expect(result.current.data).toEqual(data));
    expect(received).toHaveLength(1);
  });

  it('an auth check that cannot reach the server ends without an answer', async () => {
    cutOff('/auth-check');
    const { result } = runHook(useAuthCheck);
    await waitFor(() => expect(result.current.isPending).toBe(false));
    expect(result.current.data).toBeUndefined();
  });

  it('keeps one order apart from another, and from the list', () => {
    const keys = [serviceOrdersOptions, serviceOrderOptions('19'), serviceOrderOptions('20')];
    expect(new Set(keys.map(({ queryKey }) => JSON.stringify(queryKey))).size).toBe(3);
  });

  it('asks for the orders themselves again whenever it asks for the list again', async () => {
    const received = answer('/serviceOrder/get', [order('19')]);
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

  it('shows what was saved without asking again', async () => {
    answer('/serviceOrder/update-notification-status', {});
    const { result, queryClient } = runHook(useUpdateNotificationPreferences);
    await act(() => result.current.mutateAsync(saved));
    expect(cached(queryClient)).toEqual(saved);
  });

  it('is not undone by an answer that was asked for before', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    server.use(
      http.get('/serviceOrder/get-notification-status', async () => {
        await released;
        return HttpResponse.json({ email: true, sms: true });
      }),
    );
    answer('/serviceOrder/update-notification-status', {});
    const { result, queryClient } = runHook(useUpdateNotificationPreferences);
    const earlier = queryClient.query(notificationPreferencesOptions).catch(() => undefined);
    await act(() => result.current.mutateAsync(saved));
    release();
    await earlier;
    expect(cached(queryClient)).toEqual(saved);
  });

  it('changes nothing when it fails', async () => {
    answer('/serviceOrder/update-notification-status', {}, { status: 500 });
    const { result, queryClient } = runHook(useUpdateNotificationPreferences);
    const before = { email: true, sms: true };
    queryClient.setQueryData(notificationPreferencesOptions.queryKey, before);
    await act(() => result.current.mutateAsync(saved).catch(() => undefined));
    expect(cached(queryClient)).toEqual(before);
  });
});
