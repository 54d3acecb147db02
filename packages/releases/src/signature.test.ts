import type { ReleaseDocument } from '@portal/contract';
import { generateKeyPairSync, verify } from 'node:crypto';
import { isSignedByOneOf, signDocument } from './signature';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const another = generateKeyPairSync('ed25519');

const version = {
  entry: 'remoteEntry.js',
  format: 'module' as const,
  preload: [],
  styles: [],
  integrity: { 'remoteEntry.js': 'sha384-A' },
  publishedAt: '2026-03-04T12:00:00.000Z',
};

const document: ReleaseDocument = {
  name: 'orders',
  revision: 7,
  live: '1.1.0',
  canary: { version: '1.2.0', percent: 10, since: '2026-03-04T12:00:00.000Z' },
  previous: '1.0.0',
  versions: { '1.1.0': version },
  history: [
    { at: '2026-03-04T12:00:00.000Z', who: 'Zoë', why: '“it works”', action: 'promote', versions: ['1.1.0'] },
  ],
};

const signed = signDocument(document, privateKey);

test('verifies a signed document only with its public key', () => {
  expect(isSignedByOneOf(signed, [another.publicKey, publicKey])).toBe(true);
  expect(isSignedByOneOf(signed, [another.publicKey])).toBe(false);
  expect(isSignedByOneOf(document, [publicKey])).toBe(false);
});

test('signs canonical JSON with Ed25519, so that layout does not matter and other tools can verify it', () => {
  const reversed = Object.fromEntries(Object.entries(signed).toReversed());
  expect(isSignedByOneOf({ ...reversed, ...signed }, [publicKey])).toBe(true);
  const canonical =
    '{"canary":{"percent":10,"since":"2026-03-04T12:00:00.000Z","version":"1.2.0"},"history":[{"action":"promote","at":"2026-03-04T12:00:00.000Z","versions":["1.1.0"],"who":"Zoë","why":"“it works”"}],"live":"1.1.0","name":"orders","previous":"1.0.0","revision":7,"versions":' +
    '{"1.1.0":{"entry":"remoteEntry.js","format":"module","integrity":{"remoteEntry.js":"sha384-A"},"preload":[],"publishedAt":"2026-03-04T12:00:00.000Z","styles":[]}}}';
  const value = Buffer.from(signed.signature?.value ?? '', 'base64');
  expect(verify(null, Buffer.from(canonical), publicKey, value)).toBe(true);
});

test.each([
  ['another name', { ...signed, name: 'login' }],
  ['another integrity', { ...signed, versions: { '1.1.0': { ...version, integrity: {} } } }],
  ['a signature of zeros', { ...signed, signature: { keyId: '0', value: 'A'.repeat(86) } }],
  ['an empty signature', { ...signed, signature: { keyId: '0', value: '' } }],
])('refuses %s', (_, changed) => {
  expect(isSignedByOneOf(changed, [publicKey])).toBe(false);
});
