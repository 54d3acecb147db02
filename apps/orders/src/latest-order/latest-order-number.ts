import type { ServiceOrder } from '@portal/api';
import { newestFirst } from '../values/newest-first';

/**
 * The number of the most recently modified order (specification section 7). An order without a number has no
 * detail to load, so that it cannot be the latest.
 */
export const latestOrderNumber = (orders: readonly ServiceOrder[]): string | undefined =>
  newestFirst(orders, (order) => order.LastModifiedDateTime).find((order) => order.ServiceOrderNbr)
    ?.ServiceOrderNbr;
