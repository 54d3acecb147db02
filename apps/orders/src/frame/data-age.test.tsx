import { screen } from '@testing-library/react';
import { server, show } from '../testing/orders-page';

const ORDERS = [{ ServiceOrderNbr: '000019', Description: 'Boiler repair', Status: 'Open' }];

test('says how old the orders are, until they are new again', async () => {
  const headers = { 'portal-orders-of': '2026-03-05T10:00:00.000Z' };
  server.respond('*/serviceOrder/list', ORDERS, { headers });
  const user = show('/service-orders');
  expect(await screen.findByText(/^As of .*2026.*Newer changes will follow\.$/)).toBeVisible();
  server.respond('*/serviceOrder/list', ORDERS);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Boiler repair')).toBeVisible();
  expect(screen.queryByText(/Newer changes will follow/)).not.toBeInTheDocument();
});
