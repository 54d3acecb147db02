import { csrfTokenOf, endedWithoutPartition, toPortalCookie } from './upstream-cookie';

const https = { path: '/', secure: true, embedded: false };
const http = { path: '/', secure: false, embedded: false };

test.each([
  {
    rule: 'drops the domain, so that the cookie belongs to the portal',
    cookie: 'session_token=abc; Domain=erp.example; Path=/; HttpOnly',
    scope: http,
    expected: 'session_token=abc; HttpOnly; Path=/',
  },
  {
    rule: 'replaces the path with that of the portal',
    cookie: 'XSRF-TOKEN=abc; path=/api/v2',
    scope: { ...http, path: '/account' },
    expected: 'XSRF-TOKEN=abc; Path=/account',
  },
  {
    rule: 'keeps Secure on HTTPS',
    cookie: 'a=b; Secure; SameSite=None; Partitioned',
    scope: https,
    expected: 'a=b; SameSite=None; Partitioned; Path=/; Secure',
  },
  {
    rule: 'adds Secure on HTTPS',
    cookie: 'a=b; SameSite=Lax',
    scope: https,
    expected: 'a=b; SameSite=Lax; Path=/; Secure',
  },
  {
    rule: 'drops Secure and the attributes that need it on HTTP',
    cookie: 'a=b; secure; SameSite=none; Partitioned',
    scope: http,
    expected: 'a=b; Path=/',
  },
  {
    rule: 'partitions the cookie when sites embed the portal',
    cookie: 'session_token=abc; HttpOnly; SameSite=Lax',
    scope: { path: '/account', secure: true, embedded: true },
    expected: 'session_token=abc; HttpOnly; Path=/account; Secure; SameSite=None; Partitioned',
  },
  {
    rule: 'partitions it on localhost too, where browsers accept Secure over HTTP',
    cookie: 'a=b; SameSite=Strict; Partitioned',
    scope: { ...http, embedded: true },
    expected: 'a=b; Path=/; Secure; SameSite=None; Partitioned',
  },
  {
    rule: 'keeps a deletion by Max-Age',
    cookie: 'session_token=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    scope: http,
    expected: 'session_token=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/',
  },
  {
    rule: 'keeps a value with equals signs',
    cookie: 'a=b==;Path=/',
    scope: http,
    expected: 'a=b==; Path=/',
  },
])('$rule', ({ cookie, scope, expected }) => {
  expect(toPortalCookie(cookie, scope)).toBe(expected);
});

test('reads the CSRF token from its cookie', () => {
  expect(csrfTokenOf('XSRF-TOKEN=abc==; Path=/')).toBe('abc==');
  expect(csrfTokenOf('XSRF-TOKEN=abc%3D%3D; Path=/')).toBe('abc==');
  expect(csrfTokenOf('session_token=abc; Path=/')).toBeUndefined();
});

test('deletes cookies from before the portal was embedded', () => {
  expect(endedWithoutPartition('session_token=abc; HttpOnly', { ...http, path: '/account' })).toBe(
    'session_token=; Max-Age=0; Path=/account',
  );
  expect(endedWithoutPartition('__Host-session=abc; Secure; Path=/', https)).toBe(
    '__Host-session=; Max-Age=0; Path=/; Secure',
  );
});
