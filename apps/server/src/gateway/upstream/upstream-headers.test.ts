import { toPortalCookie, toPortalHeaders } from './upstream-headers';

const https = { path: '/', secure: true, embedded: false };
const http = { path: '/', secure: false, embedded: false };

test.each([
  // The domain goes, so that the cookie belongs to the portal.
  ['session_token=abc; Domain=erp.example; Path=/; HttpOnly', http, 'session_token=abc; HttpOnly; Path=/'],
  ['XSRF-TOKEN=abc; path=/api/v2', { ...http, path: '/account' }, 'XSRF-TOKEN=abc; Path=/account'],
  ['a=b; Secure; SameSite=None; Partitioned', https, 'a=b; SameSite=None; Partitioned; Path=/; Secure'],
  ['a=b; secure; SameSite=none; Partitioned', http, 'a=b; Path=/'],
  [
    'session_token=abc; HttpOnly; SameSite=Lax',
    { path: '/account', secure: true, embedded: true },
    'session_token=abc; HttpOnly; Path=/account; Secure; SameSite=None; Partitioned',
  ],
  // On localhost, browsers accept Secure over HTTP.
  [
    'a=b; SameSite=Strict; Partitioned',
    { ...http, embedded: true },
    'a=b; Path=/; Secure; SameSite=None; Partitioned',
  ],
])('rewrites %s for %j', (cookie, scope, expected) => {
  expect(toPortalCookie(cookie, scope)).toBe(expected);
});

test.each(['abc==', 'abc%3D%3D'])('returns the CSRF token %s decoded in a header, too', (token) => {
  const headers = { 'set-cookie': ['session_token=abc; Path=/', `XSRF-TOKEN=${token}; Path=/`] };
  expect(toPortalHeaders(headers, { headers: {} }, http)).toMatchObject({ 'x-xsrf-token': 'abc==' });
});
