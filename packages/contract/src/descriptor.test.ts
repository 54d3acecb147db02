import { descriptorSchema } from './descriptor';
import { DESCRIPTOR } from './testing/documents';
import { mistakes } from './testing/mistakes';

const wrongIn = (change: object) => mistakes(descriptorSchema, { ...DESCRIPTOR, ...change });
const wrongInEntry = (change: object) =>
  wrongIn({ navigation: [{ ...DESCRIPTOR.navigation[0], ...change }] });

it('accepts a descriptor with and without navigation entries', () => {
  expect(wrongIn({})).toEqual([]);
  expect(wrongIn({ access: 'anonymous', navigation: [] })).toEqual([]);
});

it('accepts routes with parameters and wildcards', () => {
  expect(wrongIn({ routes: ['/', '/service-order/:orderNbr', '/archive/*'] })).toEqual([]);
});

it.each(Object.keys(DESCRIPTOR))('requires %s', (field) => {
  expect(wrongIn({ [field]: undefined })).toEqual([field]);
});

it.each(Object.keys(DESCRIPTOR.navigation[0] ?? {}))('requires %s in a navigation entry', (field) => {
  expect(wrongInEntry({ [field]: undefined })).toEqual([`navigation.0.${field}`]);
});

it('refuses unknown fields everywhere', () => {
  expect(wrongIn({ entry: 'remoteEntry.js' })).toEqual(['entry']);
  expect(wrongInEntry({ href: 'https://evil.example' })).toEqual(['navigation.0.href']);
  expect(wrongIn({ requires: { shell: '^1.0.0', orders: '^1.0.0' } })).toEqual(['requires.orders']);
});

it.each([
  '',
  'constructor',
  'prototype',
  'o'.repeat(65),
  'Orders',
  '1orders',
  'my orders',
  'orders/evil',
  '../orders',
  'orders_2',
  'ördërs',
  5,
])('refuses the name %j', (name) => {
  expect(wrongIn({ name })).toEqual(['name']);
});

it.each(['', 'admin', 'Customer', true])('refuses the access %j', (access) => {
  expect(wrongIn({ access })).toEqual(['access']);
});

it.each([
  '',
  'orders',
  './orders',
  '../orders',
  'https://evil.example',
  '/orders?x=1',
  '/orders#x',
  '/a/../b',
  '/a b',
  '//evil',
  '/orders//',
  '/orders*',
  '/*/orders',
  '\\',
])('refuses the path %j, as a route and in the navigation', (path) => {
  expect(wrongIn({ routes: ['/', path] })).toEqual(['routes.1']);
  expect(wrongInEntry({ path })).toEqual(['navigation.0.path']);
});

it('requires a route and a title', () => {
  expect(wrongIn({ routes: [] })).toEqual(['routes']);
  expect(wrongIn({ title: '' })).toEqual(['title']);
});

it.each(['', 'star.svg', 'M0 0"/><script>', '<svg/>', 'url(x)', '0 0'])('refuses the icon %j', (icon) => {
  expect(wrongInEntry({ icon })).toEqual(['navigation.0.icon']);
});

it('requires a number as the order', () => {
  expect(wrongInEntry({ order: '10' })).toEqual(['navigation.0.order']);
  expect(wrongInEntry({ order: NaN })).toEqual(['navigation.0.order']);
});

it.each([null, [], 'orders', 5])('refuses the document %j', (document) => {
  expect(mistakes(descriptorSchema, document)).not.toEqual([]);
});
