import { registrySchema } from './registry';
import { DESCRIPTOR, MICRO_FRONTEND } from './testing/documents';
import { mistakes } from './testing/mistakes';

const SCHEMA = 'https://schema.invalid/v1-pre.json';

const wrongIn = (...orders: unknown[]) =>
  mistakes(registrySchema, { schema: SCHEMA, microFrontends: { orders } });
const extras = (change: object) => ({ ...MICRO_FRONTEND, extras: { ...MICRO_FRONTEND.extras, ...change } });

it('has one version of each remote', () => {
  expect(wrongIn(MICRO_FRONTEND)).toEqual([]);
  expect(wrongIn()).toEqual(['microFrontends.orders']);
  expect(wrongIn(MICRO_FRONTEND, MICRO_FRONTEND)).toEqual(['microFrontends.orders']);
});

it('may be empty', () => {
  expect(mistakes(registrySchema, { schema: SCHEMA, microFrontends: {} })).toEqual([]);
});

it.each([
  ['url', { ...MICRO_FRONTEND, url: undefined }],
  ['url', { ...MICRO_FRONTEND, url: 5 }],
  ['metadata', { ...MICRO_FRONTEND, metadata: undefined }],
  ['metadata.integrity', { ...MICRO_FRONTEND, metadata: { version: '1.0.0' } }],
  ['metadata.version', { ...MICRO_FRONTEND, metadata: { integrity: '' } }],
  ['extras', { ...MICRO_FRONTEND, extras: undefined }],
  ['extras.globalName', extras({ globalName: undefined })],
  ['extras.preload', extras({ preload: '/a.js' })],
  ['extras.preload.0', extras({ preload: [5] })],
  ['extras.descriptor', extras({ descriptor: undefined })],
  ['extras.descriptor.routes', extras({ descriptor: { ...DESCRIPTOR, routes: [] } })],
])('refuses a remote with a wrong %s', (where, remote) => {
  expect(wrongIn(remote)).toEqual([`microFrontends.orders.0.${where}`]);
});

it('refuses what it does not know, wherever it stands', () => {
  expect(mistakes(registrySchema, { schema: SCHEMA, microFrontends: {}, remotes: {} })).toEqual(['remotes']);
  expect(wrongIn({ ...MICRO_FRONTEND, deployment: {} })).toEqual(['microFrontends.orders.0.deployment']);
  expect(wrongIn(extras({ styles: [] }))).toEqual(['microFrontends.orders.0.extras.styles']);
});
