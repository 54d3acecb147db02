import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { http, type Cancellable } from '../http';
import { serviceOrdersSchema, type ServiceOrder } from '../wire/schemas';

/** GET /serviceOrder/list: all orders of the customer, in the server's order. */
export const listServiceOrders = async (request?: Cancellable): Promise<ServiceOrder[]> => {
  const { data } = await http.get<unknown>('/serviceOrder/list', request);
  return v.parse(serviceOrdersSchema, data);
};

export const serviceOrdersOptions = queryOptions({
  queryKey: ['service-orders'],
  queryFn: ({ signal }) => listServiceOrders({ signal }),
});

export const useServiceOrders = () => useQuery(serviceOrdersOptions);

/**
 * GET /serviceOrder/get?serviceOrderNbr=…: one order with its events.
 * @returns the first item of the response, or null if there is none (specification section 7)
 */
export const getServiceOrder = async (
  orderNbr: string,
  request?: Cancellable,
): Promise<ServiceOrder | null> => {
  const { data } = await http.get<unknown>('/serviceOrder/get', {
    params: { serviceOrderNbr: orderNbr },
    ...request,
  });
  return v.parse(serviceOrdersSchema, data || [])[0] ?? null;
};

export const useServiceOrder = (orderNbr: string) =>
  useQuery({
    // Extends the list's key, so that refetching the list refetches each order as well.
    queryKey: [...serviceOrdersOptions.queryKey, orderNbr],
    queryFn: ({ signal }) => getServiceOrder(orderNbr, { signal }),
  });
