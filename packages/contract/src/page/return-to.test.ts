import { loginWithReturnTo, readReturnTo } from './return-to';

const returnTo = (value: string) => readReturnTo(`?${new URLSearchParams({ returnTo: value })}`);

it.each([
  '/',
  '/service-order/000019',
  '/service-order/A%2F19',
  '/service-orders?q=100%25&to=%2Fa',
  '/notification-preferences#sms',
])('returns to %s', (path) => {
  expect(readReturnTo(loginWithReturnTo(path).replace('/login', ''))).toBe(path);
});

it('defaults to the service orders', () => {
  expect(readReturnTo('')).toBe('/service-orders');
  expect(readReturnTo('?returnTo=')).toBe('/service-orders');
});

it.each([
  ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', ' //evil.example'],
  ...['/\t/evil.example', '/\n/evil.example', '\t//evil.example', '/\u0085/evil.example'],
  ...['/.//evil.example', '/..//evil.example', '/%2e//evil.example', '/a/..//evil.example'],
  ...['/%2Fevil.example', '/%2f%2fevil.example', '/%5Cevil.example', '/%09/evil.example'],
  ...['https://evil.example', 'https:evil.example', 'https:/evil.example', 'HTTPS://evil.example/a'],
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,hello', '/%7F/evil.example'],
  ...['%2F%2Fevil.example', 'evil.example', '@evil.example', 'service-orders', '?returnTo=/'],
])('does not follow %j', (value) => {
  expect(returnTo(value)).toBe('/service-orders');
});

it.each(['/login', '/login/', '/LOGIN', '/a/../login', '/%6cogin', '/login?returnTo=/login', '/login#x'])(
  'does not return to the sign-in page for %s',
  (value) => {
    expect(returnTo(value)).toBe('/service-orders');
  },
);
