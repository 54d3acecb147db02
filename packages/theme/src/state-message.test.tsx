import { render, screen } from '@testing-library/react';
import { StateMessage } from './state-message';

const ICON = 'M3 3H21V21H3Z';

it('says what happened, what it means and what comes next', () => {
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

it('is announced when something failed', () => {
  render(<StateMessage icon={ICON} message="Failed to load" tone="error" />);
  expect(screen.getByRole('alert')).toHaveTextContent(/^Failed to load$/);
});

it('is the heading of a page that has nothing else', () => {
  render(<StateMessage icon={ICON} message="Page not found" component="h1" />);
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

it('keeps its icon from screen readers', () => {
  render(<StateMessage icon={ICON} message="No orders" />);
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});
