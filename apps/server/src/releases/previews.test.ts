import { parsePreviews, previewAddress, previewText } from './previews';

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

const published = (remote: string, version: string) => ({ kind: 'published', remote, version });

test.each([
  ['orders@1.5.0-pr12', [published('orders', '1.5.0-pr12')]],
  ['orders@1.5.0,shell@2.0.0', [published('orders', '1.5.0'), published('shell', '2.0.0')]],
  ['orders@1.5.0,', [published('orders', '1.5.0')]],
  ['orders@1.5.0,orders@1.6.0', [published('orders', '1.6.0')]],
  ['', []],
  ['off', []],
  [',', []],
])('parses "%s" into published versions', (text, requests) => {
  expect(parsePreviews(text)).toEqual(requests);
});

test.each(['http://localhost:3002', 'http://localhost', 'http://127.0.0.1:65535'])(
  'parses orders@%s into a remote on the developer’s machine',
  (origin) => {
    const local = { kind: 'local', remote: 'orders', version: origin };
    expect(parsePreviews(`orders@${origin}`)).toEqual([local]);
    expect(parsePreviews(`orders@${origin}/`)).toEqual([local]);
  },
);

test.each([
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
])('rejects %s and never uses it as an address', (text) => {
  expect(parsePreviews(text)).toEqual([expect.objectContaining({ kind: 'mistake' })]);
});

test('the stored form is short and fits into a cookie', () => {
  expect(previewText(`orders@1.0.0\r\n€\ud800, login@1.0.0`)).toBe('orders@1.0.0,login@1.0.0');
  expect(previewText('x'.repeat(10_000))).toHaveLength(1024);
  expect(parsePreviews('orders@1.0.0,'.repeat(10_000))).toHaveLength(1);
});
