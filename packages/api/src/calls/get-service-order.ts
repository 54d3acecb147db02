import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { http, type Cancellable } from '../http';
import { serviceOrderSchema, type ServiceOrder } from '../wire/service-order';
import { serviceOrdersOptions } from './list-service-orders';

const answerSchema = v.array(serviceOrderSchema);

/**
 * GET /serviceOrder/get?serviceOrderNbr=…: one order with its events.
 * @returns the first of the answer, or null when the answer is empty (specification section 7)
 */
export const getServiceOrder = async (
  orderNbr: string,
  request?: Cancellable,
): Promise<ServiceOrder | null> => {
  const { data } = await http.get<unknown>('/serviceOrder/get', {
    params: { serviceOrderNbr: orderNbr },
    ...request,
  });
  return v.parse(answerSchema, data)[0] ?? null;
};

export const serviceOrderOptions = (orderNbr: string) =>
  queryOptions({
    queryKey: [...serviceOrdersOptions.queryKey, orderNbr],
    queryFn: ({ signal }) => getServiceOrder(orderNbr, { signal }),
  });

export const useServiceOrder = (orderNbr: string) => useQuery(serviceOrderOptions(orderNbr));
