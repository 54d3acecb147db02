import { defineRemote, routesOf, type RemoteScreen } from '@portal/remote';
import { lazy } from 'react';
import descriptor from '../../../apps/orders/remote.json';

const lazily = (title: RemoteScreen['title'], load: () => Promise<RemoteScreen>): RemoteScreen => ({
  title,
  Component: lazy(async () => ({ default: (await load()).Component })),
});

const latest = lazily(
  'Latest Service Order',
  async () => (await import('../../../apps/orders/src/latest/latest-order-screen')).latestOrder,
);
const list = lazily(
  'My Service Orders',
  async () => (await import('../../../apps/orders/src/list/service-orders-screen')).serviceOrders,
);
const detail = lazily(
  ({ orderNbr = '' }) => `Service Order ${orderNbr}`,
  async () => (await import('../../../apps/orders/src/detail/service-order-screen')).serviceOrder,
);

/** The screens of orders, a chunk each, as single-page applications split them. */
export const orders = defineRemote({
  routes: routesOf(descriptor, {
    '/': latest,
    '/my-service-order': latest,
    '/service-orders': list,
    '/service-order/:orderNbr': detail,
  }),
});
