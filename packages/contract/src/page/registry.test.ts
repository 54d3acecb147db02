import { registrySchema } from './registry';
import { DESCRIPTOR, REMOTE_VERSION } from '../testing/documents';
import { mistakes } from '../testing/mistakes';

const SCHEMA = 'https://schema.invalid/v1-pre.json';

const wrongIn = (...orders: unknown[]) =>
  mistakes(registrySchema, { schema: SCHEMA, microFrontends: { orders } });
const extras = (change: object) => ({ ...REMOTE_VERSION, extras: { ...REMOTE_VERSION.extras, ...change } });

it('accepts one version per remote, with or without a fallback, or no remote', () => {
  expect(wrongIn(REMOTE_VERSION)).toEqual([]);
  expect(wrongIn(REMOTE_VERSION, REMOTE_VERSION)).toEqual([]);
  expect(wrongIn()).toEqual(['microFrontends.orders']);
  expect(wrongIn(REMOTE_VERSION, REMOTE_VERSION, REMOTE_VERSION)).toEqual(['microFrontends.orders']);
  expect(mistakes(registrySchema, { schema: SCHEMA, microFrontends: {} })).toEqual([]);
});

it.each([
  ['metadata.integrity', { ...REMOTE_VERSION, metadata: { version: '1.0.0' } }],
  ['deployment.traffic', { ...REMOTE_VERSION, deployment: { traffic: 101, default: true } }],
  ['extras.format', extras({ format: 'commonjs' })],
  ['extras.styles.0.integrity', extras({ styles: [{ url: '/a.css' }] })],
  // The remote wrote its descriptor: unknown fields are mistakes there.
  ['extras.descriptor.entry', extras({ descriptor: { ...DESCRIPTOR, entry: 'remoteEntry.js' } })],
])('refuses a remote with an invalid %s', (where, remote) => {
  expect(wrongIn(remote)).toEqual([`microFrontends.orders.0.${where}`]);
});

it('ignores fields from a newer server', () => {
  expect(mistakes(registrySchema, { schema: SCHEMA, microFrontends: {}, remotes: {} })).toEqual([]);
  expect(wrongIn({ ...REMOTE_VERSION, priority: 1 }, extras({ fonts: [] }))).toEqual([]);
});
