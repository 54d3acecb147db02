import { PORTAL_KEY } from '@portal/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { getIfOffered, http } from '../http';
import { notificationEventsResponseSchema, type NotificationEvents } from '../wire/schemas';
import { useSignedInCustomer } from './check-auth';

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

type Saved = v.InferOutput<typeof notificationEventsResponseSchema>;

/** Saves a choice and writes it into the query cache, without a refetch; one choice after the other. */
const useSave = <Choice>(
  save: (choice: Choice) => Promise<void>,
  write: (saved: Saved, choice: Choice) => Saved,
) => {
  const queryClient = useQueryClient();
  const { queryKey } = notificationEventsOptions;
  return useMutation({
    mutationFn: save,
    scope: { id: `${PORTAL_KEY} notification-events` },
    onSuccess: async (_response, choice) => {
      // A fetch that started before the save would bring the old choice back.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (saved) => saved && write(saved, choice));
    },
  });
};

/** POST /notification-preferences/events: saves which changes are worth a message. */
export const updateNotificationEvents = async ({ status, entries }: NotificationEvents): Promise<void> => {
  await http.post<unknown>('/notification-preferences/events', { status, entries });
};

export const useUpdateNotificationEvents = () =>
  useSave(updateNotificationEvents, (saved, { status, entries }) => ({ ...saved, status, entries }));

interface Muting {
  serviceOrderNbr: string;
  muted: boolean;
}

/** POST /orders/mute: ends or resumes messages about one order. */
export const muteOrder = async ({ serviceOrderNbr, muted }: Muting): Promise<void> => {
  await http.post<unknown>('/orders/mute', { serviceOrderNbr, muted });
};

export const useMuteOrder = () =>
  useSave(muteOrder, ({ mutedOrders, ...saved }, { serviceOrderNbr, muted }) => {
    const others = mutedOrders.filter((number) => number !== serviceOrderNbr);
    return { ...saved, mutedOrders: muted ? [serviceOrderNbr, ...others] : others };
  });
