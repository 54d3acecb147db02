import { createElement, forwardRef, lazy, memo } from 'react';
import * as v from 'valibot';
import { remoteModuleSchema } from './remote-module';
import { mistakes } from '../testing/mistakes';

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
  const remote = { routes: [{ path: '/orders', title: 'Orders', Component }] };
  expect(v.parse(remoteModuleSchema, { default: remote })).toEqual({ default: remote });
});

it('accepts a title that depends on the path, and other exports of a module', () => {
  expect(wrongIn({ title: ({ orderNbr }: { orderNbr: string }) => `Order ${orderNbr}` })).toEqual([]);
  expect(mistakes(remoteModuleSchema, { ...moduleOf(ROUTE), version: '1.0.0' })).toEqual([]);
});

it.each([
  [undefined, '(whole)'],
  [Screen, '(whole)'],
  [{ default: { routes: ROUTE } }, 'default.routes'],
  [moduleOf(), 'default.routes'],
  [moduleOf(ROUTE, null), 'default.routes.1'],
])('refuses the module %p', (module, where) => {
  expect(mistakes(remoteModuleSchema, module)).toEqual([where]);
});

it.each([
  ['path', 5],
  ['title', undefined],
  ['Component', { default: Screen }],
])('refuses a route with the %s %p', (field, value) => {
  expect(wrongIn({ [field]: value })).toEqual([`default.routes.0.${field}`]);
});
