import type { RemoteModule } from '@portal/contract';
import { holdResponse } from '@portal/api/testing';
import { defineRemote } from '@portal/remote';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ChangeEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { broken, healed, healthy, openUnavailable, serveRegistry, Throws } from '../testing/failing-remotes';
import { discarded, loaded, openPortal, openScreen, remoteLoads, remoteShows } from '../testing/portal';
import { inVersion, login, orders, ordersWith, preferences, registryOf } from '../testing/registry';
import { listenToBeacons, reports } from '../testing/reports';
import { nobodySignedIn } from '../testing/server';

const previous = inVersion(orders, '0.9.0');

// React logs errors that a boundary caught.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  listenToBeacons();
});
afterEach(() => jest.restoreAllMocks());

const withPrevious = { registry: registryOf(login, orders, previous, preferences) };

const opensHealed = async () => {
  openPortal('/service-orders', withPrevious);
  expect(await healed()).toBeVisible();
};

/** Records every error on the page, however short. */
const watchForErrors = () => {
  const alerts = jest.fn();
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('alert')) alerts();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return alerts;
};

const throwingMount = defineRemote({ routes: [{ path: '/service-orders', title: 'Orders', mount: Throws }] });

it.each<[string, string[], () => Promise<RemoteModule>]>([
  ['integrity', ['retried orders@1.0.0 integrity'], () => broken('integrity')],
  ['render', [], async () => ({ routes: [{ path: '/service-orders', title: 'Orders', Component: Throws }] })],
  ['render', [], async () => throwingMount],
])(
  'replaces a version that fails (%s) with the previous one, without showing an error',
  async (cause, retries, fails) => {
    const alerts = watchForErrors();
    remoteLoads('orders', (_, version) => (version === '1.0.0' ? fails() : healthy()));
    await opensHealed();
    expect(alerts).not.toHaveBeenCalled();
    // Only code that ran may have left stylesheets.
    expect(discarded).toEqual(cause === 'render' ? ['orders@1.0.0'] : []);
    expect(await reports()).toEqual([...retries, `fell-back orders@1.0.0 ${cause}`, 'shown orders@0.9.0']);
  },
);

it('tries each known version twice, then a newer one', async () => {
  serveRegistry(login, inVersion(orders, '1.2.0'), orders, preferences);
  remoteLoads('orders', (_, version) => (version === '1.2.0' ? healthy() : broken()));
  await opensHealed();
  expect(loaded()).toEqual([
    ...['orders@1.0.0 0', 'orders@1.0.0 1', 'orders@0.9.0 0', 'orders@0.9.0 1'],
    'orders@1.2.0 0',
  ]);
});

it('does not report builds from a developer’s machine', async () => {
  await openScreen('/service-orders', 'My Service Orders', {
    registry: registryOf(login, ordersWith({ local: true }), preferences),
  });
  expect(await reports()).toEqual([]);
});

it('works in a browser without sendBeacon', async () => {
  Reflect.deleteProperty(navigator, 'sendBeacon');
  await openScreen('/service-orders', 'My Service Orders');
});

describe('a start that this browser did not finish', () => {
  const START = 'portal-start:orders@1.0.0';
  const minutesAgo = (minutes: number) => String(Date.now() - minutes * 60_000);
  // A mark is cleared when the browser is idle, which may be after the test.
  afterEach(() => new Promise((resolve) => setTimeout(resolve, 60)));

  const marks = () => Object.keys(localStorage).filter((key) => /^portal-(start|ran|busy|left):/.test(key));

  it('writes nothing to the storage while a customer types', async () => {
    remoteShows('orders', '/service-orders', () => {
      const [params, setParams] = useSearchParams();
      const search = ({ target }: ChangeEvent<HTMLInputElement>) => setParams({ q: target.value });
      return <input aria-label="Search" value={params.get('q') ?? ''} onChange={search} />;
    });
    const user = openPortal('/service-orders');
    const field = await screen.findByRole('textbox', { name: 'Search' });
    await waitFor(() => expect(marks()).toEqual(['portal-ran:orders']));
    const [write, remove] = [
      jest.spyOn(Storage.prototype, 'setItem'),
      jest.spyOn(Storage.prototype, 'removeItem'),
    ];
    await user.type(field, 'boiler');
    expect(write).not.toHaveBeenCalled();
    expect(remove).not.toHaveBeenCalled();
  });

  it('is marked until its screen is idle, and only the first time', async () => {
    const { held, release } = holdResponse();
    remoteLoads('orders', () => held.then(healthy));
    openPortal('/service-orders');
    await waitFor(() => expect(marks()).toEqual([START]));
    release();
    await healed();
    await waitFor(() => expect(marks()).toEqual(['portal-ran:orders']));
    cleanup();
    const write = jest.spyOn(Storage.prototype, 'setItem');
    openPortal('/service-orders');
    await healed();
    expect(write).not.toHaveBeenCalled();
  });

  it('never hides the only version: it runs again, and is reported once', async () => {
    nobodySignedIn();
    localStorage.setItem('portal-start:login@1.0.0', minutesAgo(5));
    await openScreen('/login', 'Sign in');
    expect(await reports()).toEqual(['retried login@1.0.0 unfinished', 'shown login@1.0.0']);
  });

  it('lets another version take over for a day, and is reported once', async () => {
    localStorage.setItem(START, minutesAgo(5));
    remoteLoads('orders', healthy);
    await opensHealed();
    cleanup();
    await opensHealed();
    expect(loaded()).toEqual(['orders@0.9.0 0', 'orders@0.9.0 0']);
    expect(await reports()).toEqual([
      'fell-back orders@1.0.0 unfinished',
      'shown orders@0.9.0',
      'shown orders@0.9.0',
    ]);
  });

  it('does not keep a version from running when the others fail', async () => {
    localStorage.setItem(START, minutesAgo(5));
    remoteLoads('orders', (_, version) => (version === '0.9.0' ? broken('shape') : healthy()));
    await opensHealed();
    expect(loaded()).toEqual(['orders@0.9.0 0', 'orders@1.0.0 0']);
  });

  it.each([
    ['a few seconds ago, in another tab', () => String(Date.now() - 3000)],
    ['more than a day ago', () => minutesAgo(25 * 60)],
    ['in the future, before the clock was set back', () => minutesAgo(-60)],
  ])('counts for nothing %s', async (_, time) => {
    localStorage.setItem(START, time());
    remoteLoads('orders', healthy);
    await opensHealed();
    expect(loaded()).toEqual(['orders@1.0.0 0']);
    expect(await reports()).toEqual(['shown orders@1.0.0']);
  });

  it.each(['pagehide', 'visibilitychange'])('leaves no mark when the page goes away: %s', async (event) => {
    remoteLoads('orders', () => new Promise(() => undefined));
    openPortal('/service-orders');
    await waitFor(() => expect(marks()).toEqual([START]));
    dispatchEvent(new Event(event));
    expect(marks()).toEqual([]);
  });

  it('leaves no mark when the load fails', async () => {
    remoteLoads('orders', () => broken('shape'));
    await openUnavailable();
    expect(marks()).toEqual([]);
  });
});
