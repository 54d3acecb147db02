import { renderInPortal, testServer } from '@portal/harness/testing';
import { screen } from '@testing-library/react';
import { handlers } from '../dev/mocks';
import descriptor from '../remote.json';
import { __Name__Screen } from './__name__-screen';

testServer(...handlers);

it('counts the orders under its heading', async () => {
  renderInPortal(<__Name__Screen />, { descriptor });
  const name = '__title__';
  expect(await screen.findByRole('heading', { name, level: 1 })).toBeVisible();
  expect(await screen.findByText('You have 1 order.')).toBeVisible();
});
