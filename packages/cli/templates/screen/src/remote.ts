import { defineRemote, routesOf } from '@portal/remote';
import descriptor from '../remote.json';
import { screen } from './__name__-screen';

export default defineRemote({
  routes: routesOf(descriptor, { '/__name__': screen }),
});
