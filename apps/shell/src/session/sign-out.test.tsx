import { http as calls } from '@portal/api';
import { readSessionEnd } from '@portal/contract';
import { screen } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { useLocation } from 'react-router-dom';
import { address, openPortal, remoteShows } from '../testing/portal';
import { callsOf, nobodySignedIn, server } from '../testing/server';

const signOut = async (user: ReturnType<typeof openPortal>) =>
  user.click(await screen.findByRole('button', { name: 'Logout' }));

const signInPage = () => screen.findByRole('heading', { name: 'Sign in' });

it.each([401, 403, 404])('signs out after a %i if the session is over', async (status) => {
  server.use(http.post('/logout', () => new HttpResponse(null, { status })));
  const user = openPortal('/service-orders');
  await screen.findByRole('button', { name: 'Logout' });
  nobodySignedIn();
  await signOut(user);
  expect(await signInPage()).toBeVisible();
  expect(address()).toBe('/login');
});

it.each([
  ['refuses it', () => new HttpResponse(null, { status: 403 })],
  ['returns 503', () => new HttpResponse(null, { status: 503 })],
  ['responds with a page of the network', () => HttpResponse.html('<!doctype html>')],
  ['cannot be reached', () => HttpResponse.error()],
])('says that the customer is still signed in if the server %s, and offers again', async (_, response) => {
  server.use(http.post('/logout', response));
  const user = openPortal('/service-orders');
  await signOut(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Logout failed. You are still signed in.');
  expect(address()).toBe('/service-orders');

  server.use(http.post('/logout', () => HttpResponse.json({ success: true })));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await signInPage()).toBeVisible();
  expect(address()).toBe('/login');
});

it('tells the sign-in page that the customer has logged out', async () => {
  remoteShows('login', '/login', () => <h1>Sign in after {readSessionEnd(useLocation().state)}</h1>);
  const user = openPortal('/service-orders');
  await signOut(user);
  expect(await screen.findByRole('heading', { name: 'Sign in after logout' })).toBeVisible();
});

it('disables Logout while it is pending', async () => {
  server.use(http.post('/logout', () => delay('infinite')));
  const user = openPortal('/service-orders');
  await signOut(user);
  expect(await screen.findByRole('button', { name: 'Logout' })).toHaveAttribute('aria-disabled', 'true');
});

it.each(['', '/account'])(
  'ends the session on the server once and clears its cookie under the base path "%s"',
  async (base) => {
    calls.defaults.baseURL = base;
    server.use(http.all('/account/*', () => HttpResponse.json({})));
    document.cookie = `session_token=abc; Path=${base || '/'}`;
    const posts = callsOf('POST');
    const written = jest.spyOn(document, 'cookie', 'set');
    const user = openPortal(`${base}/service-orders`, { basePath: base });
    await signOut(user);
    expect(await signInPage()).toBeVisible();
    expect(address()).toBe(`${base}/login`);
    expect(screen.getByRole('main')).toHaveFocus();
    expect(posts).toEqual([`${base}/logout`]);
    expect(document.cookie).not.toContain('session_token');
    expect(written).toHaveBeenCalledWith(expect.stringMatching(/^session_token=;.*Max-Age=0/));
    written.mockRestore();
    delete calls.defaults.baseURL;
  },
);
