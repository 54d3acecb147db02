import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { useReturnFocus } from './return-focus';

const Order = () => (
  <Link to="/order" {...useReturnFocus('/order')}>
    Order
  </Link>
);

it('leaves the focus alone after a click that opened another tab', async () => {
  const user = userEvent.setup();
  const router = createMemoryRouter([
    { path: '/', element: <Order /> },
    { path: '/help', element: <h1>Help</h1> },
  ]);
  render(<RouterProvider router={router} />);
  // jsdom would follow the link.
  addEventListener('click', (event) => event.preventDefault(), { once: true });
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link'));
  await user.keyboard('{/Control}');
  await act(() => router.navigate('/help'));
  await screen.findByRole('heading');
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('link')).not.toHaveFocus();
});
