import { RemoteScreens, renderInPortal, testServer } from '@portal/harness/testing';
import { act, screen } from '@testing-library/react';
import { createElement } from 'react';
import { handlers } from '../dev/mocks';
import descriptor from '../remote.json';
import remote from './remote';

testServer(...handlers);

it('counts the orders under its heading', async () => {
  // Waits for the part of @portal/remote that mounts the screen.
  const options = { path: '/__name__', descriptor };
  await act(async () => void renderInPortal(createElement(RemoteScreens, remote), options));
  const name = '__title__';
  expect(screen.getByRole('heading', { name, level: 1 })).toBeVisible();
  expect(await screen.findByText('You have 1 order.')).toBeVisible();
});
