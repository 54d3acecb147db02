import {
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { serviceOrdersSchema } from '../wire/schemas';
import { newestFirst } from '../wire/timestamp';
import { PORTAL_KEY } from '../session';

/** When the orders were last as in the company's ERP. Each response says so if that is more than an hour ago. */
const ageOptions = queryOptions<string | null>({
  queryKey: [PORTAL_KEY, 'service-orders-age'],
  queryFn: skipToken,
  staleTime: Infinity,
});

export const useServiceOrdersAge = (): string | null => useQuery(ageOptions).data ?? null;

const load = async (url: string, { client, signal }: QueryFunctionContext, params?: object) => {
  const { data, headers } = await http.get<unknown>(url, { params, signal });
  const age: unknown = headers['portal-orders-of'];
  client.setQueryData(ageOptions.queryKey, typeof age === 'string' ? age : null);
  return data;
};

/** GET /serviceOrder/list: all orders of the customer, newest first. */
export const serviceOrdersOptions = queryOptions({
  queryKey: [PORTAL_KEY, 'service-orders'],
  queryFn: async (context) => {
    const orders = v.parse(serviceOrdersSchema, await load('/serviceOrder/list', context));
    return newestFirst(orders, ({ LastModifiedDateTime }) => LastModifiedDateTime);
  },
});

export const useServiceOrders = () => useQuery(serviceOrdersOptions);

/**
 * GET /serviceOrder/get?serviceOrderNbr=…: one order with its events. The first item of the response is used; null
 * without one (specification section 7).
 */
export const serviceOrderOptions = (serviceOrderNbr: string) =>
  queryOptions({
    // Extends the list's key, so that refetching the list refetches each order as well.
    queryKey: [...serviceOrdersOptions.queryKey, serviceOrderNbr],
    queryFn: async (context) => {
      const data = await load('/serviceOrder/get', context, { serviceOrderNbr });
      return v.parse(serviceOrdersSchema, data || [])[0] ?? null;
    },
  });

/** One order; until it arrives, as the list has it, with few of its events and without their bodies. */
export const useServiceOrder = (orderNbr: string) => {
  const queryClient = useQueryClient();
  return useQuery({
    ...serviceOrderOptions(orderNbr),
    placeholderData: () =>
      queryClient
        .getQueryData(serviceOrdersOptions.queryKey)
        ?.find(({ ServiceOrderNbr }) => ServiceOrderNbr === orderNbr),
  });
};
