import { registrySchema } from './registry';
import { DESCRIPTOR, MICRO_FRONTEND } from './testing/documents';
import { mistakes } from './testing/mistakes';

const SCHEMA = 'https://schema.invalid/v1-pre.json';

const wrongIn = (...orders: unknown[]) =>
  mistakes(registrySchema, { schema: SCHEMA, microFrontends: { orders } });
const extras = (change: object) => ({ ...MICRO_FRONTEND, extras: { ...MICRO_FRONTEND.extras, ...change } });

it('accepts one version per remote, with or without a fallback', () => {
  expect(wrongIn(MICRO_FRONTEND)).toEqual([]);
  expect(wrongIn(MICRO_FRONTEND, MICRO_FRONTEND)).toEqual([]);
  expect(wrongIn()).toEqual(['microFrontends.orders']);
  expect(wrongIn(MICRO_FRONTEND, MICRO_FRONTEND, MICRO_FRONTEND)).toEqual(['microFrontends.orders']);
});

it('accepts an empty registry', () => {
  expect(mistakes(registrySchema, { schema: SCHEMA, microFrontends: {} })).toEqual([]);
});

it.each([
  ['url', { ...MICRO_FRONTEND, url: undefined }],
  ['url', { ...MICRO_FRONTEND, url: 5 }],
  ['metadata', { ...MICRO_FRONTEND, metadata: undefined }],
  ['metadata.integrity', { ...MICRO_FRONTEND, metadata: { version: '1.0.0' } }],
  ['metadata.version', { ...MICRO_FRONTEND, metadata: { integrity: '' } }],
  ['fallbackUrl', { ...MICRO_FRONTEND, fallbackUrl: 5 }],
  ['deployment', { ...MICRO_FRONTEND, deployment: undefined }],
  ['deployment.traffic', { ...MICRO_FRONTEND, deployment: { traffic: 101, default: true } }],
  ['deployment.default', { ...MICRO_FRONTEND, deployment: { traffic: 100 } }],
  ['extras', { ...MICRO_FRONTEND, extras: undefined }],
  ['extras.globalName', extras({ globalName: undefined })],
  ['extras.format', extras({ format: 'commonjs' })],
  ['extras.preload', extras({ preload: '/a.js' })],
  ['extras.preload.0', extras({ preload: ['/a.js'] })],
  ['extras.styles.0.integrity', extras({ styles: [{ url: '/a.css' }] })],
  ['extras.modules.0.url', extras({ modules: [{ integrity: '' }] })],
  ['extras.local', extras({ local: 'yes' })],
  ['extras.descriptor', extras({ descriptor: undefined })],
  ['extras.descriptor.routes', extras({ descriptor: { ...DESCRIPTOR, routes: [] } })],
])('refuses a remote with an invalid %s', (where, remote) => {
  expect(wrongIn(remote)).toEqual([`microFrontends.orders.0.${where}`]);
});

it('ignores fields from a newer server everywhere', () => {
  expect(mistakes(registrySchema, { schema: SCHEMA, microFrontends: {}, remotes: {} })).toEqual([]);
  expect(wrongIn({ ...MICRO_FRONTEND, priority: 1 })).toEqual([]);
  expect(wrongIn(extras({ fonts: [] }))).toEqual([]);
});

it('refuses unknown fields in a descriptor, because its remote wrote it', () => {
  expect(wrongIn(extras({ descriptor: { ...DESCRIPTOR, entry: 'remoteEntry.js' } }))).toEqual([
    'microFrontends.orders.0.extras.descriptor.entry',
  ]);
});
