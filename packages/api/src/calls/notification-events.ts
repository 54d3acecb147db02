import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { getIfOffered, http } from '../http';
import { useSave } from '../use-save';
import { notificationEventsResponseSchema, type NotificationEvents } from '../wire/schemas';
import { useSignedInCustomer } from './check-auth';
import { PORTAL_KEY } from '../session';

/** GET /notification-preferences/events: which changes of which orders are worth a message. */
export const notificationEventsOptions = queryOptions({
  queryKey: [PORTAL_KEY, 'notification-events'],
  queryFn: async ({ signal }) =>
    v.parse(
      v.nullable(notificationEventsResponseSchema),
      await getIfOffered('/notification-preferences/events', signal),
    ),
});

/** Never asks a server that does not describe its customers: it has the calls of the specification alone. */
export const useNotificationEvents = () =>
  useQuery({ ...notificationEventsOptions, enabled: useSignedInCustomer() !== null });

/** POST /notification-preferences/events: saves which changes are worth a message. */
export const updateNotificationEvents = async ({
  status,
  entries,
  visits,
}: NotificationEvents): Promise<void> => {
  await http.post<unknown>('/notification-preferences/events', { status, entries, visits });
};

export const useUpdateNotificationEvents = () =>
  useSave(notificationEventsOptions, updateNotificationEvents, (saved, { status, entries, visits }) => ({
    ...saved,
    status,
    entries,
    visits,
  }));

interface Muting {
  serviceOrderNbr: string;
  muted: boolean;
}

/** POST /orders/mute: ends or resumes messages about one order. */
export const muteOrder = async ({ serviceOrderNbr, muted }: Muting): Promise<void> => {
  await http.post<unknown>('/orders/mute', { serviceOrderNbr, muted });
};

export const useMuteOrder = () =>
  useSave(notificationEventsOptions, muteOrder, (saved, { serviceOrderNbr, muted }) => {
    const others = saved.mutedOrders.filter((number) => number !== serviceOrderNbr);
    return { ...saved, mutedOrders: muted ? [serviceOrderNbr, ...others] : others };
  });
