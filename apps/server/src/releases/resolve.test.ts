import { registrySchema } from '@portal/contract';
import * as v from 'valibot';
import { remoteRelease, shellRelease } from '../testing/releases';
import { resolve } from './resolve';

const orders = remoteRelease('orders');

test('gives the live version of each remote, with the addresses of its files', () => {
  const { registry } = resolve([shellRelease, orders], '');
  expect(registry.microFrontends['orders']).toEqual([
    {
      url: '/releases/orders/1.0.0/remoteEntry.js',
      metadata: { version: '1.0.0', integrity: `sha384-${'E'.repeat(64)}` },
      extras: {
        descriptor: orders.versions['1.0.0']?.descriptor,
        globalName: 'portal_orders',
        preload: ['/releases/orders/1.0.0/screens.js'],
      },
    },
  ]);
});

test('gives the shell, which is no remote', () => {
  const { shell, registry } = resolve([shellRelease, orders], '');
  expect(shell).toEqual({ url: '/releases/shell/1.0.0/shell.js', integrity: `sha384-${'S'.repeat(64)}` });
  expect(Object.keys(registry.microFrontends)).toEqual(['orders']);
});

test('follows the base path', () => {
  const { shell, registry } = resolve([shellRelease, orders], '/account');
  expect(shell?.url).toBe('/account/releases/shell/1.0.0/shell.js');
  expect(registry.microFrontends['orders']?.[0]?.url).toBe('/account/releases/orders/1.0.0/remoteEntry.js');
});

test.each([
  ['was never promoted', { ...orders, live: null }],
  ['is live in a version that is not there', { ...orders, live: '9.9.9' }],
])('leaves out a remote that %s', (_, document) => {
  expect(resolve([shellRelease, document], '').registry.microFrontends).toEqual({});
});

test('knows no shell before one was promoted', () => {
  expect(resolve([{ ...shellRelease, live: null }, orders], '').shell).toBeUndefined();
  expect(resolve([], '')).toMatchObject({ shell: undefined, registry: { microFrontends: {} } });
});

test('speaks the vocabulary that the shell checks', () => {
  const { registry } = resolve([shellRelease, orders, remoteRelease('login', 'anonymous')], '/account');
  expect(v.parse(registrySchema, registry)).toEqual(registry);
});

test('is pure: the same documents give the same answer, and stay as they are', () => {
  const documents = [shellRelease, orders];
  const before = structuredClone(documents);
  expect(resolve(documents, '')).toEqual(resolve(documents, ''));
  expect(documents).toEqual(before);
});
