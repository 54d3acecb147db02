import { registrySchema } from './registry';
import { DESCRIPTOR, MICRO_FRONTEND } from './testing/documents';
import { mistakes } from './testing/mistakes';

const SCHEMA = 'https://schema.invalid/v1-pre.json';

const wrongIn = (...orders: unknown[]) =>
  mistakes(registrySchema, { schema: SCHEMA, microFrontends: { orders } });
const extras = (change: object) => ({ ...MICRO_FRONTEND, extras: { ...MICRO_FRONTEND.extras, ...change } });

it('accepts one version per remote, with or without a fallback, or no remote', () => {
  expect(wrongIn(MICRO_FRONTEND)).toEqual([]);
  expect(wrongIn(MICRO_FRONTEND, MICRO_FRONTEND)).toEqual([]);
  expect(wrongIn()).toEqual(['microFrontends.orders']);
  expect(wrongIn(MICRO_FRONTEND, MICRO_FRONTEND, MICRO_FRONTEND)).toEqual(['microFrontends.orders']);
  expect(mistakes(registrySchema, { schema: SCHEMA, microFrontends: {} })).toEqual([]);
});

it.each([
  ['metadata.integrity', { ...MICRO_FRONTEND, metadata: { version: '1.0.0' } }],
  ['deployment.traffic', { ...MICRO_FRONTEND, deployment: { traffic: 101, default: true } }],
  ['extras.format', extras({ format: 'commonjs' })],
  ['extras.styles.0.integrity', extras({ styles: [{ url: '/a.css' }] })],
  // The remote wrote its descriptor: unknown fields are mistakes there.
  ['extras.descriptor.entry', extras({ descriptor: { ...DESCRIPTOR, entry: 'remoteEntry.js' } })],
])('refuses a remote with an invalid %s', (where, remote) => {
  expect(wrongIn(remote)).toEqual([`microFrontends.orders.0.${where}`]);
});

it('ignores fields from a newer server', () => {
  expect(mistakes(registrySchema, { schema: SCHEMA, microFrontends: {}, remotes: {} })).toEqual([]);
  expect(wrongIn({ ...MICRO_FRONTEND, priority: 1 }, extras({ fonts: [] }))).toEqual([]);
});
