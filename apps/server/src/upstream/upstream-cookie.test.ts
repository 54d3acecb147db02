import { csrfTokenOf, endedWithoutPartition, toPortalCookie } from './upstream-cookie';

const https = { path: '/', secure: true, embedded: false };
const http = { path: '/', secure: false, embedded: false };

test.each([
  {
    rule: 'the domain goes, so that the cookie is for the portal',
    cookie: 'session_token=abc; Domain=erp.example; Path=/; HttpOnly',
    scope: http,
    expected: 'session_token=abc; HttpOnly; Path=/',
  },
  {
    rule: 'the path is that of the portal',
    cookie: 'XSRF-TOKEN=abc; path=/api/v2',
    scope: { ...http, path: '/account' },
    expected: 'XSRF-TOKEN=abc; Path=/account',
  },
  {
    rule: 'Secure stays on HTTPS',
    cookie: 'a=b; Secure; SameSite=None; Partitioned',
    scope: https,
    expected: 'a=b; SameSite=None; Partitioned; Path=/; Secure',
  },
  {
    rule: 'Secure comes on HTTPS',
    cookie: 'a=b; SameSite=Lax',
    scope: https,
    expected: 'a=b; SameSite=Lax; Path=/; Secure',
  },
  {
    rule: 'Secure and what needs it go on HTTP',
    cookie: 'a=b; secure; SameSite=none; Partitioned',
    scope: http,
    expected: 'a=b; Path=/',
  },
  {
    rule: 'in a portal that sites embed, each of them keeps it apart',
    cookie: 'session_token=abc; HttpOnly; SameSite=Lax',
    scope: { path: '/account', secure: true, embedded: true },
    expected: 'session_token=abc; HttpOnly; Path=/account; Secure; SameSite=None; Partitioned',
  },
  {
    rule: 'so it is on this machine, where browsers take Secure by HTTP',
    cookie: 'a=b; SameSite=Strict; Partitioned',
    scope: { ...http, embedded: true },
    expected: 'a=b; Path=/; Secure; SameSite=None; Partitioned',
  },
  {
    rule: 'clearing by Max-Age still clears',
    cookie: 'session_token=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    scope: http,
    expected: 'session_token=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/',
  },
  {
    rule: 'a value with an equals sign stays whole',
    cookie: 'a=b==;Path=/',
    scope: http,
    expected: 'a=b==; Path=/',
  },
])('$rule', ({ cookie, scope, expected }) => {
  expect(toPortalCookie(cookie, scope)).toBe(expected);
});

test('the CSRF token is known by its cookie', () => {
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
