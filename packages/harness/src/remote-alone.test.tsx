import { RemoteScopeContext } from '@portal/remote/services';
import { Typography } from '@portal/theme';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { use } from 'react';
import { MemoryRouter } from 'react-router';
import { RemoteAlone } from './remote-alone';
import { renderInPortal } from './testing';

const heading = (text: string) => () => <Typography variant="h1">{text}</Typography>;

const Settings = () => <p>{JSON.stringify(use(RemoteScopeContext))}</p>;

const routes = [
  { path: '/visits', title: 'Visits', Component: heading('All visits') },
  { path: '/visits/:nbr', title: 'Visit', Component: heading('One visit') },
  { path: '/visits/settings', title: 'Settings', Component: Settings },
];

const descriptor = {
  name: 'visits',
  title: 'Visits',
  navigation: [{ label: 'All Visits', path: '/visits', icon: 'M0 0', order: 10 }],
  settings: { daysAhead: 14 },
};

const next = { Component: ({ orderNbr }: { orderNbr: string }) => <p>Next visit of {orderNbr}</p> };
const widgets = ['next', 'past'].map((name) => ({ name, slot: 'orders/order-detail.aside@1', height: 160 }));

const openAt = (url: string) =>
  render(
    <MemoryRouter initialEntries={[url]}>
      <RemoteAlone descriptor={{ ...descriptor, widgets }} remote={{ routes, widgets: { next } }} />
    </MemoryRouter>,
  );

it('redirects "/" to the first screen if the remote does not own "/"', () => {
  openAt('/');
  expect(screen.getByRole('heading', { level: 1, name: 'All visits' })).toBeVisible();
});

it('links to the screens from the drawer', async () => {
  openAt('/visits/7');
  await userEvent.click(screen.getByRole('link', { name: 'All Visits' }));
  expect(screen.getByRole('heading', { level: 1, name: 'All visits' })).toBeVisible();
});

it('gives the screens the settings of the descriptor', () => {
  openAt('/visits/settings');
  expect(screen.getByText('{"name":"visits","settings":{"daysAhead":14}}')).toBeVisible();
});

it('explains the path of another remote, and links back', async () => {
  openAt('/service-orders');
  expect(screen.getByText('/service-orders')).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Back to this remote' }));
  expect(screen.getByRole('heading', { level: 1, name: 'All visits' })).toBeVisible();
});

it('shows the widgets below the screen, with props from the address, and names those that are missing', () => {
  openAt('/visits?orderNbr=000019');
  expect(screen.getByRole('region', { name: 'next' })).toHaveTextContent('Next visit of 000019');
  expect(screen.getByRole('region', { name: 'past' })).toHaveTextContent('src/remote.ts lacks this widget.');
});

it('gives tests the settings of the descriptor', () => {
  renderInPortal(<Settings />, { descriptor });
  expect(screen.getByText('{"name":"visits","settings":{"daysAhead":14}}')).toBeVisible();
});
