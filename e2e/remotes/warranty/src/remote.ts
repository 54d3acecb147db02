import { defineRemote, routesOf } from '@portal/remote';
import descriptor from '../remote.json';
import { OrderWarranty } from './order-warranty';
import { screen } from './warranty-screen';

export default defineRemote({
  routes: routesOf(descriptor, { '/warranty': screen }),
  widgets: { order: { Component: OrderWarranty } },
});
