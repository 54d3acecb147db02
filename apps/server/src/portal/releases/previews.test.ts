import { deriveKeys } from '../../platform/crypto/keys';
import { descriptorOf } from '../../testing/some-releases';
import { grantPreview, parsePreviews, previewAddress, previewText } from './previews';

test.each([
  ['/orders?preview=orders@1.1.0', 'orders@1.1.0', '/orders'],
  ['/orders?preview=', '', '/orders'],
  [
    '/orders?a=1&preview=orders@1.1.0&preview=login@1.0.0&b=%2F',
    'orders@1.1.0,login@1.0.0',
    '/orders?a=1&b=%2F',
  ],
  ['/?preview=a?b', 'a?b', '/'],
  ['//evil.example/?preview=off', 'off', '/evil.example/'],
  ['/\\evil.example/?preview=off', 'off', '/evil.example/'],
  ['\\\\evil.example?preview=off', 'off', '/evil.example'],
])('%s requests "%s" and redirects to %s', (url, wanted, location) => {
  expect(previewAddress(url)).toEqual({ wanted, location });
});

test.each(['/orders', '/orders?previews=a', '/preview=a', ''])('"%s" requests no preview', (url) => {
  expect(previewAddress(url)).toBeUndefined();
});

const NOW = new Date('2026-03-04T12:00:00Z');
const { previews: KEY } = deriveKeys(Buffer.alloc(32));
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);

const ORDERS = { name: 'orders', version: '1.5.0-pr12' };
const grant = (expiresAt = hours(1), ...versions: (typeof ORDERS)[]) =>
  grantPreview(versions.length > 0 ? versions : [ORDERS], expiresAt, KEY);
const parse = (text: string) => parsePreviews(text, KEY, NOW);

test('a grant allows the preview of its versions, until it expires', () => {
  const shell = { name: 'shell', version: '2.0.0' };
  expect(parse(grant(hours(1), ORDERS, shell))).toEqual([
    { kind: 'granted', remote: 'orders', version: '1.5.0-pr12' },
    { kind: 'granted', remote: 'shell', version: '2.0.0' },
  ]);
  expect(parse(grant(NOW))).toEqual([{ kind: 'expired', remote: 'orders', version: '1.5.0-pr12' }]);
});

test('the last of several grants for a remote counts', () => {
  const later = grant(hours(1), { name: 'orders', version: '1.6.0' });
  expect(parse(`${grant()},${later}`)).toEqual([{ kind: 'granted', remote: 'orders', version: '1.6.0' }]);
});

test.each(['', 'off', ','])('"%s" ends all previews', (text) => {
  expect(parse(text)).toEqual([]);
});

test('nobody can make a grant, or change one', () => {
  const [payload = '', signature = ''] = grant().split('.');
  const other = Buffer.from(
    JSON.stringify({ versions: [['orders', '9.9.9']], expires: hours(1).getTime() }),
  ).toString('base64url');
  const [, foreign = ''] = grantPreview([ORDERS], hours(1), deriveKeys(Buffer.alloc(32, 1)).previews).split(
    '.',
  );
  for (const forged of [payload, `${payload}.`, `${other}.${signature}`, `${payload}.${foreign}`])
    expect(parse(forged)).toMatchObject([{ kind: 'mistake' }]);
});

test.each(['http://localhost:3002', 'http://localhost', 'http://127.0.0.1:65535'])(
  'parses orders@%s into a remote on the developer’s machine',
  (origin) => {
    const local = { kind: 'local', remote: 'orders', version: origin };
    expect(parse(`orders@${origin}`)).toEqual([local]);
    expect(parse(`orders@${origin}/`)).toEqual([local]);
  },
);

test('a local remote can bring its own descriptor', () => {
  const descriptor = descriptorOf('orders');
  const text = Buffer.from(JSON.stringify(descriptor)).toString('base64url');
  const local = { kind: 'local', remote: 'orders', version: 'http://localhost:3002' };
  expect(parse(`orders@http://localhost:3002/${text}`)).toEqual([{ ...local, descriptor }]);
  expect(parse(`letters@http://localhost:3002/${text}`)).toMatchObject([{ kind: 'mistake' }]);
  expect(parse('orders@http://localhost:3002/bm90')).toMatchObject([{ kind: 'mistake' }]);
});

test.each([
  'orders@1.0.0',
  'orders',
  'orders@',
  '@1.0.0',
  'orders@latest',
  'orders@1.0',
  'orders@../1.0.0',
  'Orders@1.0.0',
  '__proto__@1.0.0',
  '<script>',
  'orders@https://localhost:3002',
  'orders@http://localhost.evil.example:3002',
  'orders@http://evil.example',
  'orders@http://localhost@evil.example',
  'orders@http://localhost:3002/remoteEntry.js',
  'orders@http://10.0.0.1:3002',
  'orders@http://127.0.0.1.evil.example',
  'orders@//evil.example/x.js',
  'orders@javascript:alert(1)',
])('rejects %s, which is no grant, and never uses it as an address', (text) => {
  expect(parse(text)).toEqual([expect.objectContaining({ kind: 'mistake' })]);
});

test('the stored form is short and fits into a cookie', () => {
  expect(previewText('orders@http://localhost:1\r\n€\ud800, x')).toBe('orders@http://localhost:1,x');
  expect(previewText('x'.repeat(10_000))).toHaveLength(2048);
});
