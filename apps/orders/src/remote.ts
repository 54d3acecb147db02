import { defineRemote, routesOf } from '@portal/remote/runtime';
import { loadLanguage } from '@portal/texts';
import descriptor from '../remote.json';
import { latestOrder } from './latest-order-screen';
import { serviceOrder } from './service-order-screen';
import { serviceOrders } from './order-list/service-orders-screen';

/** The screens of orders (specification section 2). */
export default defineRemote({
  routes: routesOf(descriptor, [latestOrder, latestOrder, serviceOrders, serviceOrder]),
  loadLanguage,
});
