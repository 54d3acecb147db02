import { createElement, forwardRef, lazy, memo } from 'react';
import * as v from 'valibot';
import { defineRemote, remoteModuleSchema, routesOf } from './remote-module';
import { mistakes } from './testing/mistakes';

const Screen = () => createElement('h1');
const ROUTE = { path: '/orders', title: 'Orders', Component: Screen };

const moduleOf = (...routes: unknown[]) => ({ default: { routes } });
const wrongIn = (change: object) => mistakes(remoteModuleSchema, moduleOf({ ...ROUTE, ...change }));

it.each([
  ['a function', Screen],
  ['memo', memo(Screen)],
  ['lazy', lazy(() => Promise.resolve({ default: Screen }))],
  ['forwardRef', forwardRef(() => null)],
])('accepts a screen made by %s', (_, Component) => {
  const remote = defineRemote({ routes: [{ path: '/orders', title: 'Orders', Component }] });
  expect(v.parse(remoteModuleSchema, { default: remote })).toEqual({ default: remote });
});

it('accepts a title that depends on the path, and other exports of a module', () => {
  expect(wrongIn({ title: ({ orderNbr }: { orderNbr: string }) => `Order ${orderNbr}` })).toEqual([]);
  expect(mistakes(remoteModuleSchema, { ...moduleOf(ROUTE), version: '1.0.0' })).toEqual([]);
});

it.each([
  [undefined, '(whole)'],
  [Screen, '(whole)'],
  [{}, 'default'],
  [{ default: {} }, 'default.routes'],
  [{ default: { routes: ROUTE } }, 'default.routes'],
  [moduleOf(), 'default.routes'],
  [moduleOf(ROUTE, null), 'default.routes.1'],
])('refuses the module %p', (module, where) => {
  expect(mistakes(remoteModuleSchema, module)).toEqual([where]);
});

it.each([
  ['path', 5],
  ['title', undefined],
  ['title', { en: 'Orders' }],
  ['Component', 'h1'],
  ['Component', { default: Screen }],
])('refuses a route with the %s %p', (field, value) => {
  expect(wrongIn({ [field]: value })).toEqual([`default.routes.0.${field}`]);
});

it('pairs the routes of a descriptor with their screens, in order', () => {
  const [list, detail] = [
    { title: 'Orders', Component: Screen },
    { title: 'Order', Component: Screen },
  ];
  expect(routesOf({ routes: ['/', '/orders', '/order/:nbr'] }, [list, list, detail])).toEqual([
    { path: '/', ...list },
    { path: '/orders', ...list },
    { path: '/order/:nbr', ...detail },
  ]);
});

it.each([0, 2])('refuses %i screens for one route, and names the route', (count) => {
  const screens = Array.from({ length: count }, () => ({ title: 'Orders', Component: Screen }));
  expect(() => routesOf({ routes: ['/orders'] }, screens)).toThrow(
    `remote.json names 1 routes (/orders), but remote.ts has ${count} screens.`,
  );
});
