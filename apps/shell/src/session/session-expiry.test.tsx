import { useServiceOrders, useUpdateNotificationPreferences } from '@portal/api';
import { readSessionEnd } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useLocation } from 'react-router-dom';
import { address, openPortal, remoteShows } from '../testing/portal';
import { nobodySignedIn, server } from '../testing/server';

const unauthorized = () =>
  HttpResponse.json({ success: false, message: 'You are not signed in.' }, { status: 401 });

const Orders = () => {
  const { refetch, isSuccess } = useServiceOrders();
  return <button onClick={() => void refetch()}>{isSuccess ? 'Refresh' : 'Not yet'}</button>;
};

/** The states of the form's calls. */
const outcomes: string[] = [];

const Form = () => {
  const { mutate, status } = useUpdateNotificationPreferences();
  outcomes.push(status);
  const label = status === 'error' ? 'Failed' : 'Save';
  return <button onClick={() => mutate({ email: true, sms: true })}>{label}</button>;
};

const CachedQueries = () => (
  <>
    <h1>{useQueryClient().getQueryCache().getAll().length} remembered</h1>
    <p>Session end: {readSessionEnd(useLocation().state) ?? 'unknown'}</p>
  </>
);

/** Opens the form, whose save has this response. */
const openForm = async (response: () => Response) => {
  server.use(http.post('/serviceOrder/update-notification-status', response));
  remoteShows('notification-preferences', '/notification-preferences', Form);
  const user = openPortal('/notification-preferences');
  const button = await screen.findByRole('button', { name: 'Save' });
  outcomes.length = 0;
  return { save: () => user.click(button) };
};

/** Waits for the sign-in page, which shows the number of cached queries: only the auth check is left. */
const signInPage = () => screen.findByRole('heading', { name: '1 remembered' });

beforeEach(() => remoteShows('login', '/login', CachedQueries));

it('redirects to the sign-in page with a returnTo when a query fails with 401', async () => {
  server.use(http.get('/serviceOrder/list', () => HttpResponse.json([])));
  remoteShows('orders', '/service-orders', Orders);
  const user = openPortal('/service-orders?q=boiler');
  await screen.findByRole('button', { name: 'Refresh' });
  const entries = history.length;
  server.use(http.get('/serviceOrder/list', unauthorized));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await signInPage()).toBeVisible();
  expect(address()).toBe('/login?returnTo=%2Fservice-orders%3Fq%3Dboiler');
  expect(screen.getByText('Session end: expiry')).toBeVisible();
  // It replaces the entry of the expired screen, so that going back skips it.
  expect(history.length).toBe(entries);
});

it.each([
  [401, () => undefined],
  [403, nobodySignedIn],
])('redirects a save that fails with %i, without showing a failure', async (status, end) => {
  const { save } = await openForm(() => new HttpResponse(null, { status }));
  end();
  await save();
  expect(await signInPage()).toBeVisible();
  expect(address()).toBe('/login?returnTo=%2Fnotification-preferences');
  expect(outcomes).not.toContain('error');
});

it.each([
  [403, 'is signed in', () => HttpResponse.json({})],
  [404, 'is signed in', () => HttpResponse.json({})],
  [403, 'cannot be asked', () => HttpResponse.error()],
  [403, 'is not known to a server that returns 503', () => new HttpResponse(null, { status: 503 })],
])('leaves a %i response to the screen if the customer %s', async (status, _, response) => {
  const { save } = await openForm(() => new HttpResponse(null, { status }));
  server.use(http.get('/auth-check', response));
  await save();
  expect(await screen.findByRole('button', { name: 'Failed' })).toBeVisible();
  expect(address()).toBe('/notification-preferences');
});

it('adds a returnTo after a 401 on the start page, but not after a start without a session', async () => {
  server.use(http.get('/serviceOrder/list', unauthorized));
  remoteShows('orders', '/', Orders);
  openPortal('/');
  await signInPage();
  expect(address()).toBe('/login?returnTo=%2F');

  history.replaceState(null, '', '/');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(screen.getByText('Session end: unknown')).toBeVisible();
});

it('ignores a 401 without a session', async () => {
  nobodySignedIn();
  server.use(http.post('/serviceOrder/update-notification-status', unauthorized));
  remoteShows('login', '/login', Form);
  const user = openPortal('/login');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Failed' })).toBeVisible();
  expect(address()).toBe('/login');
});
