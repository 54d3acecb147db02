import { descriptorSchema } from './slice';
import { DESCRIPTOR } from '../testing/documents';
import { mistakes } from '../testing/mistakes';

const wrongIn = (change: object) => mistakes(descriptorSchema, { ...DESCRIPTOR, ...change });
const wrongInEntry = (change: object) =>
  wrongIn({ navigation: [{ ...DESCRIPTOR.navigation[0], ...change }] });

it('accepts a descriptor with and without navigation entries, and routes with parameters and wildcards', () => {
  expect(wrongIn({})).toEqual([]);
  expect(wrongIn({ access: 'anonymous', navigation: [] })).toEqual([]);
  expect(wrongIn({ routes: ['/', '/service-order/:orderNbr', '/archive/*'] })).toEqual([]);
});

it.each(Object.keys(DESCRIPTOR))('requires %s', (field) => {
  expect(wrongIn({ [field]: undefined })).toEqual([field]);
});

it('refuses unknown fields everywhere', () => {
  expect(wrongIn({ entry: 'remoteEntry.js' })).toEqual(['entry']);
  expect(wrongInEntry({ href: 'https://evil.example' })).toEqual(['navigation.0.href']);
  expect(wrongIn({ requires: { shell: '^1.0.0', orders: '^1.0.0' } })).toEqual(['requires.orders']);
});

const LONG = 'o'.repeat(65);

it.each(['', 'constructor', 'prototype', LONG, 'Orders', '1orders', 'my orders', '../orders', 'ördërs'])(
  'refuses the name %j',
  (name) => {
    expect(wrongIn({ name })).toEqual(['name']);
  },
);

it.each([
  ...['', 'orders', './orders', '../orders', '/a/../b', '/a b', '\\'],
  ...['https://evil.example', '//evil', '/orders//', '/orders?x=1', '/orders#x', '/orders*', '/*/orders'],
])('refuses the path %j, as a route and in the navigation', (path) => {
  expect(wrongIn({ routes: ['/', path] })).toEqual(['routes.1']);
  expect(wrongInEntry({ path })).toEqual(['navigation.0.path']);
});

it('requires a route and a title, a known access, and a number as the order', () => {
  expect(wrongIn({ routes: [] })).toEqual(['routes']);
  expect(wrongIn({ title: '' })).toEqual(['title']);
  expect(wrongIn({ access: 'admin' })).toEqual(['access']);
  expect(wrongInEntry({ order: '10' })).toEqual(['navigation.0.order']);
});

it.each(['', 'star.svg', 'M0 0"/><script>', '<svg/>', 'url(x)', '0 0'])('refuses the icon %j', (icon) => {
  expect(wrongInEntry({ icon })).toEqual(['navigation.0.icon']);
});
