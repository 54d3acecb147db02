import { channelNames } from '../customers/contact';
import type { Database } from '../database/connect';
import type { OrderChange } from '../database/schema';
import { queueOrderMessages } from './outbox-store';
import type { OrderRecord } from '../orders/order-record';
import type { WrittenOrder } from '../orders/order-store';
import { changeOf } from '../orders/order-changes';

/**
 * Finds out what changed in written orders, and queues the messages about it, in the transaction that writes them.
 * @param orders the orders as they were given
 */
export const announceChanges = async (
  transaction: Database,
  written: readonly WrittenOrder[],
  orders: readonly OrderRecord[],
) => {
  const given = new Map(orders.map((order) => [order.ServiceOrderNbr, order]));
  const changed = new Map<string, OrderChange[]>();
  for (const { orderNbr, customerId, before } of written) {
    const after = given.get(orderNbr);
    const change = before && after && changeOf(orderNbr, before, after);
    if (change) changed.set(customerId, [...(changed.get(customerId) ?? []), change]);
  }
  await queueOrderMessages(
    transaction,
    [...changed].map(([customerId, changes]) => ({ customerId, changes })),
    channelNames,
  );
};
