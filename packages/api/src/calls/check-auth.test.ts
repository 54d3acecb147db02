import { QueryClient } from '@tanstack/react-query';
import { http } from 'msw';
import { answer, cutOff, server } from '../testing/server';
import { authCheckAfter, authCheckOptions, checkAuth, hasSessionEnded } from './check-auth';

it('asks GET /auth-check, with credentials', async () => {
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

it.each([201, 204, 302, 400, 401, 403, 404, 429, 500, 503])('%i means unauthenticated', async (status) => {
  server.use(http.get('/auth-check', () => new Response(null, { status })));
  expect(await checkAuth()).toBe(false);
});

describe('in the middle of a session', () => {
  it.each([
    [200, false],
    [401, true],
    [403, true],
    [404, true],
    [429, false],
    [500, false],
    [503, false],
  ])('%i: has it ended? %s', async (status, ended) => {
    server.use(http.get('/auth-check', () => new Response(null, { status })));
    expect(await hasSessionEnded()).toBe(ended);
  });

  it('a server that cannot be reached has not ended it', async () => {
    cutOff('/auth-check');
    expect(await hasSessionEnded()).toBe(false);
  });
});

describe('asked through the query client', () => {
  const queryClient = new QueryClient();
  afterEach(() => queryClient.clear());

  it('is asked once', async () => {
    const received = answer('/auth-check', {});
    expect(await queryClient.query(authCheckOptions)).toBe(true);
    expect(await queryClient.query(authCheckOptions)).toBe(true);
    expect(received).toHaveLength(1);
  });

  it('is not asked after sign-in has written the answer', async () => {
    queryClient.setQueryData(authCheckOptions.queryKey, true);
    expect(await queryClient.query(authCheckOptions)).toBe(true);
  });

  it('says nothing when the server cannot be reached, and does not ask again', async () => {
    cutOff('/auth-check');
    await queryClient.query(authCheckOptions).catch(() => undefined);
    expect(queryClient.getQueryState(authCheckOptions.queryKey)).toMatchObject({
      status: 'error',
      fetchFailureCount: 1,
      data: undefined,
    });
  });
});

it('asks only after what may open a session', async () => {
  const received = answer('/auth-check', {});
  let open = (): void => undefined;
  const opening = new Promise<void>((resolve) => (open = resolve));
  const asked = new QueryClient().query(authCheckAfter(opening));
  expect(received).toHaveLength(0);
  open();
  expect(await asked).toBe(true);
  expect(received).toHaveLength(1);
});
