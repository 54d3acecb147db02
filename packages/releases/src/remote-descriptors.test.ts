import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDescriptor } from './read-build';

// The descriptors of all remotes in this workspace.

const APPS = join(__dirname, '../../../apps');

const descriptorOf = (app: string) => join(APPS, app, 'remote.json');

const REMOTES = readdirSync(APPS).filter((app) => existsSync(descriptorOf(app)));

/** The remotes of the specification; teams add more. */
const SPECIFIED = ['login', 'notification-preferences', 'orders'];

it.each(REMOTES)('%s is valid, and named like its folder', async (app) => {
  expect(await readDescriptor(descriptorOf(app))).toMatchObject({ name: app });
});

it('the drawer links to the latest order, all orders and the notifications', async () => {
  const specified = await Promise.all(SPECIFIED.map((app) => readDescriptor(descriptorOf(app))));
  const entries = specified.flatMap(({ navigation }) => navigation);
  expect(entries.sort((a, b) => a.order - b.order).map(({ label, path }) => [label, path])).toEqual([
    ['My Current Order', '/my-service-order'],
    ['All Service Orders', '/service-orders'],
    ['Notifications', '/notification-preferences'],
  ]);
});
