import { defineRemote, routesOf } from '@portal/remote/runtime';
import descriptor from '../remote.json';
import { OperatorScreen } from './operator-screen';

export default defineRemote({
  routes: routesOf(descriptor, [{ title: 'Operator', Component: OperatorScreen }]),
});
