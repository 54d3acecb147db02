import { defineRemote, routesOf } from '@portal/remote';
import { loadLanguage } from '@portal/texts';
import descriptor from '../remote.json';
import { latestOrder } from './latest/latest-order-screen';
import { serviceOrder } from './detail/service-order-screen';
import { serviceOrders } from './list/service-orders-screen';

/** The screens of orders (specification section 2). */
export default defineRemote({
  // Its icons stay out of the bundle.
  routes: routesOf(
    { routes: descriptor.routes },
    {
      '/': latestOrder,
      '/my-service-order': latestOrder,
      '/service-orders': serviceOrders,
      '/service-order/:orderNbr': serviceOrder,
    },
  ),
  loadLanguage,
});
