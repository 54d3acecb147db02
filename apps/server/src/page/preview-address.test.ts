import { previewAddress } from './preview-address';

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
])('%s asks for %s, and goes on to %s', (url, asked, location) => {
  expect(previewAddress(url)).toEqual({ asked, location });
});

test.each(['/orders', '/orders?previews=a', '/preview=a', ''])('%s asks for none', (url) => {
  expect(previewAddress(url)).toBeUndefined();
});
