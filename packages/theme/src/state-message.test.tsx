import { render, screen } from '@testing-library/react';
import { StateMessage } from './state-message';

const ICON = 'M3 3H21V21H3Z';

it('shows message, explanation and action', () => {
  render(
    <StateMessage
      icon={ICON}
      message="No orders"
      explanation="Orders appear here."
      action={<button>Try again</button>}
    />,
  );
  expect(screen.getByText('No orders')).toBeVisible();
  expect(screen.getByText('Orders appear here.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

it('is an alert if something failed', () => {
  render(<StateMessage icon={ICON} message="Failed to load" tone="error" />);
  expect(screen.getByRole('alert')).toHaveTextContent(/^Failed to load$/);
});

it('can be the heading of the page', () => {
  render(<StateMessage icon={ICON} message="Page not found" component="h1" />);
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

it('hides its icon from screen readers', () => {
  render(<StateMessage icon={ICON} message="No orders" />);
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});
