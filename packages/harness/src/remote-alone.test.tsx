import { Typography } from '@portal/theme';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { RemoteAlone } from './remote-alone';

const heading = (text: string) => () => <Typography variant="h1">{text}</Typography>;

const routes = [
  { path: '/visits', title: 'Visits', Component: heading('All visits') },
  { path: '/visits/:nbr', title: 'Visit', Component: heading('One visit') },
];

const navigation = [{ label: 'All Visits', path: '/visits', icon: 'M0 0', order: 10 }];

const openAt = (url: string) =>
  render(
    <MemoryRouter initialEntries={[url]}>
      <RemoteAlone title="Visits" navigation={navigation} routes={routes} />
    </MemoryRouter>,
  );

it('shows the screen that the URL names', () => {
  openAt('/visits/7');
  expect(screen.getByRole('heading', { level: 1, name: 'One visit' })).toBeVisible();
});

it('starts with the first screen of a remote that does not own "/"', () => {
  openAt('/');
  expect(screen.getByRole('heading', { level: 1, name: 'All visits' })).toBeVisible();
});

it('leads to the screens by the entries of the drawer', async () => {
  openAt('/visits/7');
  await userEvent.click(screen.getByRole('link', { name: 'All Visits' }));
  expect(screen.getByRole('heading', { level: 1, name: 'All visits' })).toBeVisible();
});

it('says that a path belongs to another remote, and leads back', async () => {
  openAt('/service-orders');
  expect(screen.getByText('/service-orders')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Back to this remote' }));
  expect(screen.getByRole('heading', { level: 1, name: 'All visits' })).toBeVisible();
});

it.each(['light', 'dark'])('shows the remote in the colour mode %s', async (mode) => {
  openAt('/visits');
  await userEvent.click(screen.getByRole('button', { name: mode }));
  expect(document.documentElement).toHaveAttribute('data-mui-color-scheme', mode);
});
