import { act, screen, waitFor } from '@testing-library/react';
import { openPortal, openScreen, remoteShows } from '../testing/portal';

const announced = () => screen.getByRole('status', { name: 'Page' });

it('shows an order number in the title as it is written, also with %2F in it', async () => {
  openPortal('/service-order/A%252F7');
  await waitFor(() => expect(document.title).toBe('Service Order A%2F7 · Northwind'));
});

it('titles and announces each screen, and focuses and scrolls to its start, but not on the first load', async () => {
  const user = openPortal('/service-orders');
  const region = announced();
  await waitFor(() => expect(document.title).toBe('My Service Orders · Northwind'));
  await waitFor(() => expect(region).toHaveTextContent('My Service Orders'));
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  await waitFor(() => expect(document.title).toBe('Notification Preferences · Northwind'));
  await waitFor(() => expect(region).toHaveTextContent('Notification Preferences'));
  expect(announced()).toBe(region);
  expect(screen.getByRole('main')).toHaveFocus();
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
});

it('leaves the focus in a field that the new screen has focused', async () => {
  // A screen of another team that starts in its field.
  const Search = () => <textarea aria-label="Search" autoFocus />;
  remoteShows('notification-preferences', '/notification-preferences', Search);
  const user = openPortal('/notification-preferences');
  await screen.findByRole('textbox', { name: 'Search' });
  await user.click(screen.getByRole('link', { name: 'All Service Orders' }));
  await screen.findByRole('heading', { name: 'My Service Orders' });
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  expect(await screen.findByRole('textbox', { name: 'Search' })).toHaveFocus();
});

it('leaves the scroll position to the browser when going back', async () => {
  const user = openPortal('/service-orders');
  await user.click(await screen.findByRole('link', { name: 'Notifications' }));
  await screen.findByRole('heading', { name: 'Notification Preferences' });
  jest.mocked(window.scrollTo).mockClear();
  act(() => history.back());
  expect(await screen.findByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
  expect(window.scrollTo).not.toHaveBeenCalled();
});

it('shows a signed-in customer a not-found page with links to continue', async () => {
  const user = await openScreen('/nobody/owns/this', 'Page not found');
  expect(document.title).toBe('Page not found · Northwind');
  await user.click(screen.getAllByRole('link', { name: 'All Service Orders' }).at(-1) ?? document.body);
  expect(await screen.findByRole('heading', { name: 'My Service Orders' })).toBeVisible();
});

it('shows a not-found page for a route that its remote has no screen for', async () => {
  remoteShows('orders', '/', () => <h1>Home</h1>);
  await openScreen('/service-order/000019', 'Page not found');
});
