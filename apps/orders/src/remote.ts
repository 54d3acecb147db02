import { defineRemote } from '@portal/contract';
import { LatestOrderScreen } from './latest-order-screen';
import { orderTitle, ServiceOrderScreen } from './service-order-screen';
import { ServiceOrdersScreen } from './order-list/service-orders-screen';

/** The screens of orders (specification section 2). */
export default defineRemote({
  routes: [
    { path: '/', title: 'Latest Service Order', Component: LatestOrderScreen },
    { path: '/my-service-order', title: 'Latest Service Order', Component: LatestOrderScreen },
    { path: '/service-orders', title: 'My Service Orders', Component: ServiceOrdersScreen },
    { path: '/service-order/:orderNbr', title: orderTitle, Component: ServiceOrderScreen },
  ],
});
