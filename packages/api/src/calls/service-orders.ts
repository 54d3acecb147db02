import { PORTAL_KEY } from '@portal/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { serviceOrdersSchema } from '../wire/schemas';

/** GET /serviceOrder/list: all orders of the customer, in the server's order. */
export const serviceOrdersOptions = queryOptions({
  queryKey: [PORTAL_KEY, 'service-orders'],
  queryFn: async ({ signal }) => {
    const { data } = await http.get<unknown>('/serviceOrder/list', { signal });
    return v.parse(serviceOrdersSchema, data);
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
    queryFn: async ({ signal }) => {
      const { data } = await http.get<unknown>('/serviceOrder/get', { params: { serviceOrderNbr }, signal });
      return v.parse(serviceOrdersSchema, data || [])[0] ?? null;
    },
  });

export const useServiceOrder = (orderNbr: string) => useQuery(serviceOrderOptions(orderNbr));
