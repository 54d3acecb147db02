import { screen, waitFor } from '@testing-library/react';
import { openPortal } from '../testing/portal';
import { openWindow } from '../testing/window';

it('shows the specified title with the brand name, and no preview', async () => {
  openPortal('/service-orders', { brand: { name: 'Contoso', logoUrl: null, primaryColor: '#aa0000' } });
  expect(await screen.findByText('Contoso Customer Dashboard')).toBeVisible();
  expect(screen.getByRole('banner')).toHaveTextContent('Contoso Customer Dashboard');
  expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
});

it('has the menu button at the start of the top bar, before the title', async () => {
  openPortal('/service-orders');
  const menuButton = await screen.findByRole('button', { name: 'Close menu' });
  const title = screen.getByText('Northwind Customer Dashboard');
  expect(menuButton.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole('banner')).toContainElement(menuButton);
});

it.each([
  [899, false],
  [900, true],
])('at %i px, the drawer is initially open: %s', async (width, open) => {
  openWindow({ width });
  openPortal('/service-orders');
  const button = await screen.findByRole('button', { name: /menu$/ });
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', String(open)));
});
