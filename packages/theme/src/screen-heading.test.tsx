import { render, screen } from '@testing-library/react';
import { ScreenHeading } from './screen-heading';

it('is the heading of the first level, beside what can be done with the screen', () => {
  render(<ScreenHeading action={<button>Refresh</button>}>My Service Orders</ScreenHeading>);
  expect(screen.getByRole('heading', { level: 1, name: 'My Service Orders' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
});

it('needs no action', () => {
  render(<ScreenHeading>Notification Preferences</ScreenHeading>);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Notification Preferences');
});
