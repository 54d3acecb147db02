import type { Build } from '../release/build';
import type { RemoteVersion } from '../page/registry';
import type { PublishedVersion } from '../release/release';
import type { Descriptor } from '../remote/slice';

/** Valid documents, for tests to break in one place. */
export const DESCRIPTOR: Descriptor = {
  name: 'orders',
  title: 'Orders',
  access: 'customer',
  routes: ['/', '/service-order/:orderNbr'],
  navigation: [{ label: 'My Current Order', path: '/', icon: 'M3 3H21V21H3Z', order: 10 }],
  requires: { shell: '^1.0.0' },
};

export const BUILD: Build = {
  entry: 'remoteEntry.1a2b3c4d.js',
  globalName: 'portal_orders_1a2b3c4d',
  format: 'script',
  preload: ['chunks/orders.5e6f.js'],
  styles: [],
};

export const INTEGRITY = `sha384-${'Ab3+/'.repeat(12)}wxyz`;

export const PUBLISHED: PublishedVersion = {
  ...BUILD,
  descriptor: DESCRIPTOR,
  integrity: { [BUILD.entry]: INTEGRITY },
};

export const REMOTE_VERSION: RemoteVersion = {
  url: '/releases/orders/1.0.0/remoteEntry.1a2b3c4d.js',
  metadata: { version: '1.0.0', integrity: INTEGRITY },
  deployment: { traffic: 100, default: true },
  extras: {
    descriptor: DESCRIPTOR,
    globalName: 'portal_orders_1a2b3c4d',
    format: 'script',
    preload: [{ url: '/releases/orders/1.0.0/chunks/orders.5e6f.js', integrity: INTEGRITY }],
    styles: [],
    modules: [],
    local: false,
  },
};
