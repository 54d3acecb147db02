import { screen, waitFor } from '@testing-library/react';
import { respond, show } from '../testing/orders-page';

const lost = new Error('Loading chunk list-controls failed.');
jest.mock('./controls', () => ({
  get Controls() {
    throw lost;
  },
}));

it('keeps the list when its controls do not arrive, and rejects, so that the shell offers a reload', async () => {
  // React logs errors that a boundary caught.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const reject = jest.spyOn(Promise, 'reject').mockResolvedValue(undefined);
  respond(
    'list',
    Array.from({ length: 12 }, (_, index) => ({ ServiceOrderNbr: `N${index}` })),
  );
  show('/service-orders');
  await waitFor(() => expect(reject).toHaveBeenCalledWith(lost));
  expect(screen.getAllByRole('rowheader')).toHaveLength(12);
  jest.restoreAllMocks();
});
