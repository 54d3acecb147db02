import { render, screen } from '@testing-library/react';
import { ScreenHeading } from './screen-heading';

it('renders a first-level heading and its action', () => {
  render(<ScreenHeading action={<button>Refresh</button>}>My Service Orders</ScreenHeading>);
  expect(screen.getByRole('heading', { level: 1, name: 'My Service Orders' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
});

it('renders without an action', () => {
  render(<ScreenHeading>Notification Preferences</ScreenHeading>);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Notification Preferences');
});
