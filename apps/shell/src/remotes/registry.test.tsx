import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { broken, serveRegistry } from '../testing/failing-remotes';
import { loaded, openPortal, openScreen, remoteLoads, remoteShows } from '../testing/portal';
import { login, orders, preferences, registryOf } from '../testing/registry';
import { listenToBeacons, reports } from '../testing/reports';
import { server } from '../testing/server';

/** A page with the versions of the sign-in only, and a summary of every remote. */
const summarized = {
  registry: registryOf(login),
  remotes: [login, orders, preferences].map(({ extras }) => extras.descriptor),
};

const recordQueries = (): string[] => {
  const queries: string[] = [];
  server.use(
    http.get('/registry.json', ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json(registryOf(orders));
    }),
  );
  return queries;
};

it('requests the versions of a summarized remote once', async () => {
  const queries = recordQueries();
  await openScreen('/service-orders', 'My Service Orders', { ...summarized, first: 'orders' });
  expect(screen.getByRole('link', { name: 'Notifications' })).toBeVisible();
  expect(queries).toEqual(['?remote=orders']);
  expect(loaded()).toEqual(['orders@1.0.0 0']);
});

it('requests the full registry when the request for one remote fails', async () => {
  server.use(
    http.get('/registry.json', ({ request }) =>
      request.url.includes('?') ? HttpResponse.error() : HttpResponse.json(registryOf(login, orders)),
    ),
  );
  await openScreen('/service-orders', 'My Service Orders', summarized);
});

it('loads the code of the first remote during the auth check, without rendering it', async () => {
  server.use(http.get('/auth-check', () => delay('infinite')));
  openPortal('/service-orders', { first: 'orders' });
  await waitFor(() => expect(loaded()).toEqual(['orders@1.0.0 0']));
  expect(screen.getByText('Loading...')).toBeVisible();
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

describe('prefetching another remote', () => {
  const pointAtNotifications = async () => {
    const user = openPortal('/service-orders', { registry: registryOf(login, orders, preferences) });
    await user.hover(await screen.findByRole('link', { name: 'Notifications' }));
    return user;
  };

  it('loads its code when the customer hovers over its entry', async () => {
    await pointAtNotifications();
    await waitFor(() => expect(loaded()).toContain('notification-preferences@1.0.0 0'));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('My Service Orders');
  });

  it('loads nothing when the browser saves data', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    await pointAtNotifications();
    expect(loaded()).toEqual(['orders@1.0.0 0']);
    Reflect.deleteProperty(navigator, 'connection');
  });

  it('loads it again on navigation after a failed prefetch', async () => {
    listenToBeacons();
    remoteLoads('notification-preferences', () => broken('render'));
    serveRegistry(login, orders, preferences);
    const user = await pointAtNotifications();
    await waitFor(async () =>
      expect(await reports()).toContain('gave-up notification-preferences@1.0.0 render'),
    );
    const path = '/notification-preferences';
    remoteShows('notification-preferences', path, () => <p>What is new</p>);
    await user.click(screen.getByRole('link', { name: 'Notifications' }));
    expect(await screen.findByText('What is new')).toBeVisible();
  });
});
