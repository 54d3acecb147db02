import type { ReleaseDocument } from '@portal/contract';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { isSignedByOneOf, signDocument, type StoredDocument } from './signature';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const another = generateKeyPairSync('ed25519');

const document: ReleaseDocument = {
  name: 'orders',
  revision: 7,
  live: '1.1.0',
  canary: { version: '1.2.0', percent: 10, since: '2026-03-04T12:00:00.000Z' },
  previous: '1.0.0',
  versions: {
    '1.1.0': {
      entry: 'remoteEntry.js',
      globalName: 'portal_orders',
      format: 'script',
      preload: ['screens.js'],
      styles: [],
      integrity: { 'remoteEntry.js': `sha384-${'E'.repeat(64)}` },
      publishedAt: '2026-03-04T12:00:00.000Z',
    },
  },
  history: [
    { at: '2026-03-04T12:00:00.000Z', who: 'Zoë', why: '“it works”', action: 'promote', versions: ['1.1.0'] },
  ],
};

const signed = signDocument(document, privateKey);

test('verifies a signed document only with its public key', () => {
  expect(isSignedByOneOf(signed, [publicKey])).toBe(true);
  expect(isSignedByOneOf(signed, [another.publicKey, publicKey])).toBe(true);
  expect(isSignedByOneOf(signed, [another.publicKey])).toBe(false);
  expect(isSignedByOneOf(signed, [])).toBe(false);
  expect(isSignedByOneOf(document, [publicKey])).toBe(false);
});

test('ignores the layout and the order of fields', () => {
  const reversed = Object.fromEntries(Object.entries(signed).toReversed());
  expect(Object.keys(reversed)).not.toEqual(Object.keys(signed));
  expect(isSignedByOneOf({ ...signed, ...reversed }, [publicKey])).toBe(true);
  const reread: StoredDocument = JSON.parse(JSON.stringify(reversed, null, 8));
  expect(isSignedByOneOf(reread, [publicKey])).toBe(true);
});

test('signs canonical JSON with Ed25519, so that other tools can verify it', () => {
  const canonical =
    '{"canary":{"percent":10,"since":"2026-03-04T12:00:00.000Z","version":"1.2.0"},"history":[{"action":"promote","at":"2026-03-04T12:00:00.000Z","versions":["1.1.0"],"who":"Zoë","why":"“it works”"}],"live":"1.1.0","name":"orders","previous":"1.0.0","revision":7,"versions":' +
    `{"1.1.0":{"entry":"remoteEntry.js","format":"script","globalName":"portal_orders","integrity":{"remoteEntry.js":"sha384-${'E'.repeat(64)}"},"preload":["screens.js"],"publishedAt":"2026-03-04T12:00:00.000Z","styles":[]}}}`;
  const value = Buffer.from(signed.signature?.value ?? '', 'base64');
  expect(verify(null, Buffer.from(canonical), publicKey, value)).toBe(true);
});

test('identifies a key by an ID, and verifies with its public half', () => {
  expect(signed.signature?.keyId).toMatch(/^[0-9a-f]{16}$/);
  expect(signDocument(document, another.privateKey).signature?.keyId).not.toBe(signed.signature?.keyId);
  expect(isSignedByOneOf(signed, [createPublicKey(privateKey)])).toBe(true);
});

test.each<[string, Partial<StoredDocument>]>([
  ['the name', { name: 'login' }],
  ['the live version', { live: '1.0.0' }],
  ['the canary', { canary: null }],
  ['the history', { history: [] }],
  ['the versions', { versions: {} }],
])('the signature covers %s', (_, change) => {
  expect(isSignedByOneOf({ ...signed, ...change }, [publicKey])).toBe(false);
});

test.each(['', 'AAAA', 'not base64 at all', Buffer.alloc(64).toString('base64')])(
  'rejects the signature "%s"',
  (value) => {
    expect(isSignedByOneOf({ ...signed, signature: { keyId: '0', value } }, [publicKey])).toBe(false);
  },
);
