import type { Descriptor } from '../descriptor';
import type { MicroFrontend } from '../registry';
import type { Build, PublishedVersion } from '../release';

/** Documents that are right, for tests to make one thing wrong. */
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
  globalName: 'portal_orders',
  preload: ['chunks/orders.5e6f.js'],
};

export const INTEGRITY = `sha384-${'Ab3+/'.repeat(12)}wxyz`;

export const PUBLISHED: PublishedVersion = {
  ...BUILD,
  descriptor: DESCRIPTOR,
  integrity: { [BUILD.entry]: INTEGRITY },
  publishedAt: '2026-03-01T12:00:00.000Z',
};

export const MICRO_FRONTEND: MicroFrontend = {
  url: '/releases/orders/1.0.0/remoteEntry.1a2b3c4d.js',
  metadata: { version: '1.0.0', integrity: INTEGRITY },
  extras: { descriptor: DESCRIPTOR, globalName: 'portal_orders', preload: [] },
};
