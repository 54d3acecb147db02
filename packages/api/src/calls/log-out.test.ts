import { http as msw, HttpResponse } from 'msw';
import { http } from '../http';
import { answer, server } from '../testing/server';
import { logOut } from './log-out';

it('sends POST /logout with credentials and without a body', async () => {
  const received = answer('/logout', { success: true });
  await logOut();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    url: 'http://localhost/logout',
    credentials: 'include',
  });
  expect(await received[0]?.text()).toBe('');
});

it('returns the URL that ends the session of an identity provider', async () => {
  answer('/logout', { success: true, redirect: 'https://id.example/end' });
  expect(await logOut()).toBe('https://id.example/end');
});

it('times out after five seconds', async () => {
  answer('/logout', {});
  const post = jest.spyOn(http, 'post');
  await logOut();
  expect(post).toHaveBeenCalledWith('/logout', undefined, expect.objectContaining({ timeout: 5000 }));
});

it.each([200, 204])('resolves with status %i and no body', async (status) => {
  server.use(msw.post('/logout', () => new HttpResponse(null, { status })));
  await expect(logOut()).resolves.toBeUndefined();
});

it.each([401, 404, 500])('fails with status %i', async (status) => {
  answer('/logout', '', { status });
  await expect(logOut()).rejects.toMatchObject({ response: { status } });
});
