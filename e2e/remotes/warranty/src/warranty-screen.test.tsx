import { renderInPortal, testServer } from '@portal/harness/testing';
import { screen } from '@testing-library/react';
import { handlers } from '../dev/mocks';
import { screen as warranty } from './warranty-screen';

testServer(...handlers);

it('lists the claims, and has no form without the flag', async () => {
  renderInPortal(<warranty.Component />);
  expect(await screen.findByText('000019: It drips')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send claim' })).not.toBeInTheDocument();
});
