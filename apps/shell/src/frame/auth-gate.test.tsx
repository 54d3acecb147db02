import { act, screen, waitFor } from '@testing-library/react';
import { AUTH_CHECK_KEY } from '@portal/api';
import { delay, http, HttpResponse } from 'msw';
import { pageQueryClient } from '../session/query-client';
import { address, openPortal, openScreen } from '../testing/portal';
import { login, orders, preferences, registryOf } from '../testing/registry';
import { nobodySignedIn, server } from '../testing/server';

const signInPage = () => screen.findByRole('heading', { name: 'Sign in' });

it('sends the auth check with credentials, and shows only "Loading..." while it runs', async () => {
  let credentials: string | undefined;
  server.use(
    http.get('/auth-check', ({ request }) => {
      ({ credentials } = request);
      return delay('infinite');
    }),
  );
  openPortal('/service-orders');
  expect(await screen.findByText('Loading...')).toBeVisible();
  await waitFor(() => expect(credentials).toBe('include'));
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

it.each([
  ['401', () => new HttpResponse(null, { status: 401 })],
  ['500', () => HttpResponse.json({ success: false, message: 'Out of order' }, { status: 500 })],
  ['a network failure', () => HttpResponse.error()],
])('leaves the customer unauthenticated, without a message, after %s', async (_, response) => {
  server.use(http.get('/auth-check', response));
  openPortal('/');
  expect(await signInPage()).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

describe('when signed out', () => {
  beforeEach(nobodySignedIn);

  it.each([
    ['/', '/login'],
    ['/nobody/owns/this', '/login'],
    ['/login', '/login'],
    ['/login/', '/login/'],
    ['/service-orders', '/login?returnTo=%2Fservice-orders'],
    ['/service-order/000019?from=mail#log', '/login?returnTo=%2Fservice-order%2F000019%3Ffrom%3Dmail%23log'],
    ['/account/service-orders', '/account/login?returnTo=%2Fservice-orders', '/account'],
  ])('%s shows the sign-in screen at %s', async (path, expected, basePath = '') => {
    openPortal(path, { basePath });
    expect(await signInPage()).toBeVisible();
    expect(address()).toBe(expected);
  });

  it('keeps the sign-in screen when going back in the history', async () => {
    history.replaceState(null, '', '/service-orders');
    history.pushState(null, '', '/login');
    openPortal('/login');
    await signInPage();
    act(() => history.back());
    // `history.back` is asynchronous: wait until the sign-in has a `returnTo`.
    await waitFor(() => expect(address()).toBe('/login?returnTo=%2Fservice-orders'));
    expect(await signInPage()).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });
});

describe('when signed in', () => {
  it.each([
    ['/login', '/service-orders', 'My Service Orders'],
    ['/login?returnTo=%2Fservice-order%2F000019', '/service-order/000019', 'Service Order'],
    ['/login?returnTo=%2F%2Fevil.example', '/service-orders', 'My Service Orders'],
  ])('%s redirects to %s', async (path, expected, heading) => {
    await openScreen(path, heading);
    expect(address()).toBe(expected);
  });
});

it('asks for the remotes of the customer who signs in, if customers have different ones', async () => {
  const registry = registryOf(login, orders, preferences);
  server.use(http.get('/registry.json', () => HttpResponse.json(registry)));
  nobodySignedIn();
  openPortal('/notification-preferences', { registry: registryOf(login, orders), isPersonal: true });
  expect(await signInPage()).toBeVisible();
  expect(address()).toBe('/login?returnTo=%2Fnotification-preferences');
  act(() => void pageQueryClient.setQueryData(AUTH_CHECK_KEY, true));
  expect(await screen.findByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
});
