import { holdResponse, testServer } from '../testing/test-server';
import { QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { authCheckAfter, authCheckOptions, hasSessionEnded } from './check-auth';

const server = testServer();
const { respond, cutOff } = server;

const checkAuth = () => new QueryClient().query(authCheckOptions);

it.each([
  ['no body', () => new HttpResponse(null)],
  ['plain text', () => HttpResponse.text('OK')],
  ['JSON of another type', () => HttpResponse.html('{"success":true}')],
  ['a failure', () => HttpResponse.json({ success: false })],
])('200 with %s means authenticated', async (_, response) => {
  server.use(http.get('/auth-check', response));
  expect(await checkAuth()).toBe(true);
});

it('200 with a page is not a response of the server', async () => {
  server.use(http.get('/auth-check', () => HttpResponse.html('<!doctype html>')));
  await expect(checkAuth()).rejects.toThrow('/auth-check was answered with a page.');
  expect(await hasSessionEnded()).toBe(false);
});

it.each([
  [201, false],
  [401, true],
  [403, true],
  [429, false],
  [503, false],
])('%i means unauthenticated; that the session has ended: %s', async (status, ended) => {
  server.use(http.get('/auth-check', () => new Response(null, { status })));
  expect(await checkAuth()).toBe(false);
  expect(await hasSessionEnded()).toBe(ended);
});

it('is sent once, and has no result if the server cannot be reached', async () => {
  const queryClient = new QueryClient();
  cutOff('/auth-check');
  await queryClient.query(authCheckOptions).catch(() => undefined);
  expect(queryClient.getQueryState(authCheckOptions.queryKey)).toMatchObject({
    fetchFailureCount: 1,
    data: undefined,
  });
  expect(await hasSessionEnded()).toBe(false);

  const received = respond('/auth-check', {});
  expect(await queryClient.query(authCheckOptions)).toBe(true);
  expect(await queryClient.query(authCheckOptions)).toBe(true);
  expect(received).toMatchObject([
    { method: 'GET', url: 'http://localhost/auth-check', credentials: 'include' },
  ]);
});

it('is sent only after a pending sign-in settles', async () => {
  const received = respond('/auth-check', {});
  const { held, release } = holdResponse();
  const result = new QueryClient().query(authCheckAfter(held));
  expect(received).toHaveLength(0);
  release();
  expect(await result).toBe(true);
  expect(received).toHaveLength(1);
});
