import { QueryClient } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { answer, cutOff, server } from '../testing/server';
import { authCheckAfter, authCheckOptions, checkAuth, hasSessionEnded } from './check-auth';

it('sends GET /auth-check with credentials', async () => {
  const received = answer('/auth-check', {});
  await checkAuth();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'GET',
    url: 'http://localhost/auth-check',
    credentials: 'include',
  });
});

it.each([null, '', {}, { success: false }])('200 with %j means authenticated', async (body) => {
  answer('/auth-check', body);
  expect(await checkAuth()).toBe(true);
});

it.each([
  ['no body', () => new HttpResponse(null)],
  ['plain text', () => HttpResponse.text('OK')],
  ['JSON of another type', () => HttpResponse.html('{"success":true}')],
])('200 with %s means authenticated', async (_, response) => {
  server.use(http.get('/auth-check', response));
  expect(await checkAuth()).toBe(true);
});

it('200 with a page is not the answer of the server', async () => {
  server.use(http.get('/auth-check', () => HttpResponse.html('<!doctype html>')));
  await expect(checkAuth()).rejects.toThrow('/auth-check was answered with a page.');
  expect(await hasSessionEnded()).toBe(false);
});

it.each([201, 204, 302, 400, 401, 403, 404, 429, 500, 503])('%i means unauthenticated', async (status) => {
  server.use(http.get('/auth-check', () => new Response(null, { status })));
  expect(await checkAuth()).toBe(false);
});

describe('hasSessionEnded', () => {
  it.each([
    [200, false],
    [401, true],
    [403, true],
    [404, true],
    [429, false],
    [500, false],
    [503, false],
  ])('with status %i is %s', async (status, ended) => {
    server.use(http.get('/auth-check', () => new Response(null, { status })));
    expect(await hasSessionEnded()).toBe(ended);
  });

  it('is false when the server cannot be reached', async () => {
    cutOff('/auth-check');
    expect(await hasSessionEnded()).toBe(false);
  });
});

describe('the auth check through the query client', () => {
  const queryClient = new QueryClient();
  afterEach(() => queryClient.clear());

  it('is sent once', async () => {
    const received = answer('/auth-check', {});
    expect(await queryClient.query(authCheckOptions)).toBe(true);
    expect(await queryClient.query(authCheckOptions)).toBe(true);
    expect(received).toHaveLength(1);
  });

  it('is not sent after sign-in has cached the result', async () => {
    queryClient.setQueryData(authCheckOptions.queryKey, true);
    expect(await queryClient.query(authCheckOptions)).toBe(true);
  });

  it('has no result when the server cannot be reached, and is not retried', async () => {
    cutOff('/auth-check');
    await queryClient.query(authCheckOptions).catch(() => undefined);
    expect(queryClient.getQueryState(authCheckOptions.queryKey)).toMatchObject({
      status: 'error',
      fetchFailureCount: 1,
      data: undefined,
    });
  });
});

it('sends the auth check only after a pending sign-in settles', async () => {
  const received = answer('/auth-check', {});
  let open = (): void => undefined;
  const opening = new Promise<void>((resolve) => (open = resolve));
  const result = new QueryClient().query(authCheckAfter(opening));
  expect(received).toHaveLength(0);
  open();
  expect(await result).toBe(true);
  expect(received).toHaveLength(1);
});
