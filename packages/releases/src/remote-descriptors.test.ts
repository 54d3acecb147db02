import { join } from 'node:path';
import { readDescriptor } from './read-build';

const APPS = join(__dirname, '../../../apps');

/** The remotes of the specification; teams add more. */
const SPECIFIED = ['login', 'notification-preferences', 'orders'];

it('the drawer links to the latest order, all orders and the notifications', async () => {
  const specified = await Promise.all(SPECIFIED.map((app) => readDescriptor(join(APPS, app, 'remote.json'))));
  const entries = specified.flatMap(({ navigation }) => navigation);
  expect(entries.sort((a, b) => a.order - b.order).map(({ label, path }) => [label, path])).toEqual([
    ['My Current Order', '/my-service-order'],
    ['All Service Orders', '/service-orders'],
    ['Notifications', '/notification-preferences'],
  ]);
});
