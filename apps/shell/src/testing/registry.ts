import { summaryOf, type Descriptor, type RemoteVersion, type Registry } from '@portal/contract';

const remoteVersion = (descriptor: Omit<Descriptor, 'requires'>, version = '1.0.0'): RemoteVersion => ({
  url: `/releases/${descriptor.name}/${version}/remoteEntry.js`,
  metadata: { version, integrity: `sha384-${'A'.repeat(64)}` },
  deployment: { traffic: 100, default: true },
  extras: {
    descriptor: { ...descriptor, requires: { shell: '^1.0.0' } },
    globalName: `portal_${descriptor.name}_${version.replaceAll('.', '_')}`,
    format: 'script',
    preload: [],
    styles: [],
    modules: [],
    local: false,
  },
});

const entry = (label: string, path: string, order: number) => ({ label, path, order, icon: 'M0 0' });

export const login = remoteVersion({
  name: 'login',
  title: 'Sign in',
  access: 'anonymous',
  routes: ['/login'],
  navigation: [],
});

export const orders = remoteVersion({
  name: 'orders',
  title: 'Orders',
  access: 'customer',
  routes: ['/', '/my-service-order', '/service-orders', '/service-order/:orderNbr'],
  navigation: [
    entry('All Service Orders', '/service-orders', 20),
    entry('My Current Order', '/my-service-order', 10),
  ],
});

/** The orders, with other build files. */
export const ordersWith = (extras: Partial<RemoteVersion['extras']>): RemoteVersion => ({
  ...orders,
  extras: { ...orders.extras, ...extras },
});

export const preferences = remoteVersion({
  name: 'notification-preferences',
  title: 'Notifications',
  access: 'customer',
  routes: ['/notification-preferences'],
  navigation: [entry('Notifications', '/notification-preferences', 30)],
});

/** The same remote, in another version. */
export const inVersion = (remote: RemoteVersion, version: string): RemoteVersion =>
  remoteVersion(remote.extras.descriptor, version);

/** A registry of these remotes. Versions of the same remote keep their order. */
export const registryOf = (...remotes: RemoteVersion[]): Registry => {
  const microFrontends: Registry['microFrontends'] = {};
  for (const remote of remotes) (microFrontends[remote.extras.descriptor.name] ??= []).push(remote);
  return { schema: 'https://schema.invalid/v1', microFrontends };
};

/** The registry of a boot document, and the remotes in it. */
export const withRemotes = (registry: Registry) => ({
  registry,
  remotes: Object.values(registry.microFrontends).flatMap((versions) => versions.slice(0, 1).map(summaryOf)),
});
