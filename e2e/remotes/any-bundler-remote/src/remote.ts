import { defineRemote } from '@portal/remote';
import { ConsumptionScreen } from './consumption-screen';

export default defineRemote({
  routes: [{ path: '/consumption', title: 'Consumption', Component: ConsumptionScreen }],
});
