import * as v from 'valibot';
import type { App } from '../http/validation';
import { orderNbr } from './order-nbr';
import type { RequireCustomer } from '../sign-in/sign-in';
import type { OrderStore } from './order-store';

interface Dependencies {
  orders: OrderStore;
  requireCustomer: RequireCustomer;
}

const oneOrder = v.strictObject({ serviceOrderNbr: orderNbr });

/** The calls that read service orders (specification section 7). */
export const orderRoutes = (calls: App, { orders, requireCustomer }: Dependencies) => {
  calls.get('/serviceOrder/list', async (request, reply) => {
    const found = await orders.list(await requireCustomer(request, reply));
    return found.map(({ document }) => document);
  });

  // An unknown order and somebody else's look alike: an empty array.
  calls.get('/serviceOrder/get', { schema: { querystring: oneOrder } }, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const order = await orders.find(customerId, request.query.serviceOrderNbr);
    return order ? [{ ...order.document, events: order.events }] : [];
  });
};
