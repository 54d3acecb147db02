import { QUARANTINE_MARK } from '@portal/contract';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { broken, healthy, serveRegistry, tryAgain, unavailable } from '../testing/failing-remotes';
import { discarded, loaded, openPortal, remoteLoads } from '../testing/portal';
import { inVersion, login, orders, preferences, registryOf } from '../testing/registry';
import { listenToBeacons, reports } from '../testing/reports';

const previous = inVersion(orders, '0.9.0');

// React logs errors that a boundary caught.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  listenToBeacons();
});
afterEach(() => jest.restoreAllMocks());

const withPrevious = { registry: registryOf(login, orders, previous, preferences) };

/** Records every error on the page, however short. */
const watchForErrors = () => {
  const alerts = jest.fn();
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('alert')) alerts();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return alerts;
};

it('retries a failing version once, without showing an error', async () => {
  const alerts = watchForErrors();
  remoteLoads('orders', (attempt) => (attempt === 0 ? broken('chunk') : healthy()));
  openPortal('/service-orders', withPrevious);
  expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
  expect(loaded()).toEqual(['orders@1.0.0 0', 'orders@1.0.0 1']);
  expect(alerts).not.toHaveBeenCalled();
  expect(await reports()).toEqual(['retried orders@1.0.0 chunk', 'shown orders@1.0.0']);
});

it('replaces a failing version with the previous one, without showing an error', async () => {
  const alerts = watchForErrors();
  remoteLoads('orders', (_, version) => (version === '1.0.0' ? broken('integrity') : healthy()));
  openPortal('/service-orders', withPrevious);
  expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
  expect(alerts).not.toHaveBeenCalled();
  expect(await reports()).toEqual([
    'retried orders@1.0.0 integrity',
    'fell-back orders@1.0.0 integrity',
    'shown orders@0.9.0',
  ]);
});

it('replaces a version whose first screen throws with the previous one, and discards its stylesheets', async () => {
  const alerts = watchForErrors();
  remoteLoads('orders', async (_, version) => {
    if (version === '0.9.0') return healthy();
    const Component = () => {
      throw new Error('A screen that throws');
    };
    return { routes: [{ path: '/service-orders', title: 'My Service Orders', Component }] };
  });
  openPortal('/service-orders', withPrevious);
  expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
  expect(alerts).not.toHaveBeenCalled();
  expect(discarded).toEqual(['orders@1.0.0']);
  expect(await reports()).toEqual(['fell-back orders@1.0.0 render', 'shown orders@0.9.0']);
});

it('keeps a failing version replaced as long as the page is open', async () => {
  remoteLoads('orders', (_, version) => (version === '1.0.0' ? broken('shape') : healthy()));
  const user = openPortal('/service-orders', withPrevious);
  await screen.findByRole('heading', { name: 'Healed' });
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  await screen.findByRole('heading', { name: 'Notification Preferences' });
  await user.click(screen.getByRole('link', { name: 'All Service Orders' }));
  expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
  expect(loaded().filter((load) => load.startsWith('orders'))).toEqual(['orders@1.0.0 0', 'orders@0.9.0 0']);
});

it('replaces a failing version with a newer one when all known versions are gone', async () => {
  serveRegistry(login, inVersion(orders, '1.2.0'), orders, preferences);
  remoteLoads('orders', (_, version) => (version === '1.2.0' ? healthy() : broken()));
  openPortal('/service-orders', withPrevious);
  expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
  expect(loaded().at(-1)).toBe('orders@1.2.0 0');
});

it('shows an error when every version fails', async () => {
  remoteLoads('orders', () => broken('timeout'));
  openPortal('/service-orders', withPrevious);
  await unavailable('Orders');
  expect(await reports()).toEqual(['fell-back orders@1.0.0 timeout', 'gave-up orders@0.9.0 timeout']);
});

it('shows an error instead of falling back when a previewed version fails', async () => {
  serveRegistry(login, inVersion(orders, '1.2.0'), preferences);
  remoteLoads('orders', (_, version) => (version === '1.0.0' ? broken() : healthy()));
  openPortal('/service-orders', {
    ...withPrevious,
    previews: [{ remote: 'orders', version: '1.0.0', problem: null }],
  });
  await unavailable('Orders');
  expect(loaded()).toEqual(['orders@1.0.0 0', 'orders@1.0.0 1']);
});

it('falls back when the previewed version does not exist', async () => {
  remoteLoads('orders', (_, version) => (version === '1.0.0' ? broken() : healthy()));
  openPortal('/service-orders', {
    ...withPrevious,
    previews: [{ remote: 'orders', version: '7.0.0', problem: 'orders has no version 7.0.0.' }],
  });
  expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
});

it('reports a crash, without falling back, when a screen throws after it was shown', async () => {
  let shouldThrow = false;
  remoteLoads('orders', async () => ({
    routes: [
      {
        path: '/service-orders',
        title: 'My Service Orders',
        Component: () => {
          const [, render] = useState(0);
          if (shouldThrow) throw new Error('A screen that throws');
          return <button onClick={() => render(1)}>Do it</button>;
        },
      },
    ],
  }));
  const user = openPortal('/service-orders', withPrevious);
  const button = await screen.findByRole('button', { name: 'Do it' });
  shouldThrow = true;
  await user.click(button);
  await unavailable('Orders');
  expect(loaded()).toEqual(['orders@1.0.0 0']);
  expect(await reports()).toEqual(['shown orders@1.0.0', 'crashed orders@1.0.0 render']);
});

it('reports each event of a version once per page', async () => {
  const user = openPortal('/service-orders');
  await screen.findByRole('heading', { name: 'My Service Orders' });
  await user.click(screen.getByRole('link', { name: 'My Current Order' }));
  await screen.findByRole('heading', { name: 'Latest Service Order' });
  expect(await reports()).toEqual(['shown orders@1.0.0']);
});

it('does not report builds from a developer’s machine', async () => {
  const local = { ...orders, extras: { ...orders.extras, local: true } };
  openPortal('/service-orders', { registry: registryOf(login, local, preferences) });
  await screen.findByRole('heading', { name: 'My Service Orders' });
  expect(await reports()).toEqual([]);
});

it.each([
  ['has no sendBeacon', undefined],
  ['does not accept the beacon', () => false],
])('works in a browser that %s', async (_, sendBeacon) => {
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
  if (!sendBeacon) Reflect.deleteProperty(navigator, 'sendBeacon');
  openPortal('/service-orders');
  expect(await screen.findByRole('heading', { name: 'My Service Orders' })).toBeVisible();
});

describe('a quarantined version', () => {
  beforeEach(() => localStorage.setItem(`${QUARANTINE_MARK}orders@1.0.0`, String(Date.now())));

  it('does not run and is replaced with the previous one', async () => {
    remoteLoads('orders', healthy);
    openPortal('/service-orders', withPrevious);
    expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
    expect(loaded()).toEqual(['orders@0.9.0 0']);
    expect(await reports()).toEqual(['fell-back orders@1.0.0 globals', 'shown orders@0.9.0']);
  });

  it('stays quarantined for a day, regardless of further visits', async () => {
    const value = `${Date.now() - 80_000_000} stuck`;
    localStorage.setItem(`${QUARANTINE_MARK}orders@1.0.0`, value);
    remoteLoads('orders', healthy);
    openPortal('/service-orders', withPrevious);
    expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
    expect(loaded()).toEqual(['orders@0.9.0 0']);
    expect(await reports()).toEqual(['fell-back orders@1.0.0 stuck', 'shown orders@0.9.0']);
    expect(localStorage.getItem(`${QUARANTINE_MARK}orders@1.0.0`)).toBe(value);
  });

  it('runs on "Try again" when there is no other version', async () => {
    remoteLoads('orders', healthy);
    const user = openPortal('/service-orders');
    await unavailable('Orders');
    expect(loaded()).toEqual([]);
    await tryAgain(user);
    expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
  });

  it('runs when it is previewed', async () => {
    remoteLoads('orders', healthy);
    openPortal('/service-orders', {
      ...withPrevious,
      previews: [{ remote: 'orders', version: '1.0.0', problem: null }],
    });
    await screen.findByRole('heading', { name: 'Healed' });
    expect(loaded()).toEqual(['orders@1.0.0 0']);
  });
});

describe('a failing version', () => {
  const quarantined = () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(QUARANTINE_MARK))
      .map((key) => `${key.slice(QUARANTINE_MARK.length)} ${localStorage.getItem(key)?.split(' ')[1]}`);

  it.each(['stuck', 'shape', 'render'] as const)(
    'is quarantined after the failure "%s" when another version replaces it',
    async (cause) => {
      remoteLoads('orders', (_, version) => (version === '1.0.0' ? broken(cause) : healthy()));
      openPortal('/service-orders', withPrevious);
      expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
      expect(quarantined()).toEqual([`orders@1.0.0 ${cause}`]);
    },
  );

  it.each(['timeout', 'init', 'chunk'] as const)(
    'is not quarantined after the failure "%s", so that the next page tries it again',
    async (cause) => {
      remoteLoads('orders', (_, version) => (version === '1.0.0' ? broken(cause) : healthy()));
      openPortal('/service-orders', withPrevious);
      expect(await screen.findByRole('heading', { name: 'Healed' })).toBeVisible();
      expect(quarantined()).toEqual([]);
    },
  );

  it('is not quarantined when no other version can replace it', async () => {
    remoteLoads('orders', () => broken('shape'));
    openPortal('/service-orders', withPrevious);
    await unavailable('Orders');
    expect(quarantined()).toEqual(['orders@1.0.0 shape']);
  });
});
