import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { http, type Cancellable } from '../http';
import { serviceOrderSchema, type ServiceOrder } from '../wire/service-order';

const answerSchema = v.array(serviceOrderSchema);

/** GET /serviceOrder/list: all orders of the customer, in no particular order. */
export const listServiceOrders = async (request?: Cancellable): Promise<ServiceOrder[]> => {
  const { data } = await http.get<unknown>('/serviceOrder/list', request);
  return v.parse(answerSchema, data);
};

export const serviceOrdersOptions = queryOptions({
  queryKey: ['service-orders'],
  queryFn: ({ signal }) => listServiceOrders({ signal }),
});

export const useServiceOrders = () => useQuery(serviceOrdersOptions);
