import { screen, waitFor } from '@testing-library/react';
import { respond, show } from '../testing/orders-page';

const lost = new Error('Loading chunk list-controls failed.');
jest.mock('./controls', () => ({
  get Controls() {
    throw lost;
  },
}));

it('keeps the list when its controls do not arrive, and tells the shell, which offers a reload', async () => {
  // React logs errors that a boundary caught.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const errors: unknown[] = [];
  window.addEventListener('error', ({ error }) => errors.push(error));
  respond(
    'list',
    Array.from({ length: 12 }, (_, index) => ({ ServiceOrderNbr: `N${index}` })),
  );
  show('/service-orders');
  await waitFor(() => expect(errors).toContain(lost));
  expect(screen.getAllByRole('rowheader')).toHaveLength(12);
});
