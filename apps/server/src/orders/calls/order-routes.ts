import { calls, orderNbrSchema, withoutInvisible } from '@portal/api/wire';
import * as v from 'valibot';
import type { Database } from '../../platform/database/connect';
import { respondTo, routeOf, type RequireCustomer, type Routes } from '../../platform/http/validation';
import type { CustomerCalls } from '../customer-calls';
import { orderStore } from '../records/order-store';

interface OrderRoutes {
  database: Database;
  requireCustomer: RequireCustomer;
  /** When the orders were last as in the ERP that they come from; absent without one. */
  freshAt?: (() => Date | null) | undefined;
  /** What parts add to orders. */
  additions: readonly CustomerCalls[];
}

/** Orders that are older are shown with their age. */
const OLD_MS = 3_600_000;

/** The calls that read service orders (specification section 7). */
export const orderRoutes: Routes<OrderRoutes> = async (
  app,
  { database, requireCustomer, freshAt, additions },
) => {
  const orders = orderStore(database);

  app.addHook('onSend', async (_request, reply) => {
    const at = freshAt?.();
    if (at && Date.now() - at.getTime() > OLD_MS) reply.header('portal-orders-of', at.toISOString());
  });

  app.route({
    ...routeOf(calls.listServiceOrders),
    schema: calls.listServiceOrders.request,
    handler: async (request, reply) => {
      const customerId = await requireCustomer(request, reply);
      let list = await orders.list(customerId);
      for (const { toList } of additions) if (toList) list = await toList(customerId, list);
      return reply.type('application/json; charset=utf-8').send(list);
    },
  });

  respondTo(app, calls.getServiceOrder, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const { serviceOrderNbr } = request.query;
    // No order has another number, and PostgreSQL rejects some of them. Invisible characters come from copying.
    const numbers = [serviceOrderNbr, withoutInvisible(serviceOrderNbr)];
    const order = await orders.find(
      customerId,
      numbers.filter((number) => v.is(orderNbrSchema, number)),
    );
    // An unknown order and another customer's look the same.
    if (!order) {
      request.audit({ event: 'order', outcome: 'not-found', customerId });
      return [];
    }
    let sent: object = { ...order.document, events: order.events };
    for (const { toOrder } of additions) sent = { ...sent, ...(await toOrder(request, customerId, order)) };
    return [sent];
  });
};
