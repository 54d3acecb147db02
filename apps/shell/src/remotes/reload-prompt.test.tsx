import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { openPortal, remoteShows } from '../testing/portal';
import { listenToBeacons, reports } from '../testing/reports';
import { tryAgain, unavailable } from '../testing/failing-remotes';

const lostChunk = () =>
  Object.assign(new Error('Loading chunk 5 failed.\n(error: /releases/orders/1.0.0/5.js)'), {
    name: 'ChunkLoadError',
  });

const lostModule = () =>
  new TypeError('Failed to fetch dynamically imported module: /releases/orders/1.0.0/5.js');

/** The event of a failed import that no code handles. */
const rejection = (reason: unknown) =>
  Object.assign(new Event('unhandledrejection', { cancelable: true }), {
    reason,
    promise: Promise.resolve(),
  });

const RELOADED = 'portal-reloaded:orders@1.0.0';
const OFFER = 'A newer version of this page is available.';

const Form = () => <input aria-label="Remarks" />;

const openForm = async () => {
  remoteShows('orders', '/service-orders', Form);
  const user = openPortal('/service-orders');
  await user.type(await screen.findByRole('textbox', { name: 'Remarks' }), 'Please ring twice');
  return user;
};

const lose = (reason: unknown): Event => {
  const event = rejection(reason);
  act(() => void window.dispatchEvent(event));
  return event;
};

const expectFormUnchanged = () =>
  expect(screen.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Please ring twice');

// jsdom logs that it can't reload pages; React logs errors that a boundary caught.
let consoleError: jest.SpyInstance<void, unknown[]>;

const reloads = () => consoleError.mock.calls.filter(([error]) => /navigation/.test(String(error))).length;

beforeEach(() => {
  consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  listenToBeacons();
});
afterEach(() => jest.restoreAllMocks());

it.each([
  ['webpack or Rspack', lostChunk()],
  ['Vite', lostModule()],
  ['Vite in Safari', new TypeError('Importing a module script failed.')],
  ['a stylesheet of Vite', new Error('Unable to preload CSS for /releases/orders/1.0.0/5.css')],
])('offers a reload for a lost chunk (%s), and keeps the form’s content', async (_, reason) => {
  await openForm();
  const event = lose(reason);
  expect(screen.getByRole('alert')).toHaveTextContent(OFFER);
  expect(event.defaultPrevented).toBe(true);
  expectFormUnchanged();
  expect(reloads()).toBe(0);
});

it('offers a reload for a lost chunk that the remote caught and reported', async () => {
  await openForm();
  act(() => reportError(lostChunk()));
  expect(screen.getByRole('alert')).toHaveTextContent(OFFER);
});

it('"Later" keeps the screen, and the offer does not come back', async () => {
  const user = await openForm();
  lose(lostChunk());
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
  lose(lostChunk());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expectFormUnchanged();
});

it('ignores other failures, and does not offer another reload for the same version', async () => {
  sessionStorage.setItem(RELOADED, 'yes');
  await openForm();
  expect(lose(lostChunk()).defaultPrevented).toBe(false);
  sessionStorage.clear();
  expect(lose(new Error('Network Error')).defaultPrevented).toBe(false);
  expect(lose(undefined).defaultPrevented).toBe(false);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

describe('a screen whose own code is lost', () => {
  const openWithLazyPart = async () => {
    const Lost = lazy((): Promise<{ default: ComponentType }> => Promise.reject(lostChunk()));
    remoteShows('orders', '/service-orders', () => {
      const [more, showMore] = useState(false);
      return (
        <Suspense fallback="Loading more">
          <button onClick={() => showMore(true)}>More</button>
          {more && <Lost />}
        </Suspense>
      );
    });
    const user = openPortal('/service-orders');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    return user;
  };

  it('shows the offer in its place', async () => {
    const user = await openWithLazyPart();
    await screen.findByRole('heading', { name: 'A newer version of this page is available' });
    expect(reloads()).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reloads()).toBe(1);
    expect(sessionStorage.getItem(RELOADED)).not.toBeNull();
    expect(await reports()).toEqual(['shown orders@1.0.0', 'crashed orders@1.0.0 chunk']);
  });

  it('can be tried again after a reload for this version', async () => {
    sessionStorage.setItem(RELOADED, 'yes');
    const user = await openWithLazyPart();
    await unavailable('Orders');
    await tryAgain(user);
    expect(await screen.findByRole('button', { name: 'More' })).toBeVisible();
  });
});

it('offers the reload in a browser without storage', async () => {
  for (const method of ['getItem', 'setItem'] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError');
    });
  await openForm();
  lose(lostChunk());
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(reloads()).toBe(1));
});
