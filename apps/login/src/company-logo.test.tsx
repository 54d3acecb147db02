import { cleanup, fireEvent, screen } from '@testing-library/react';
import { openSignIn } from './testing/sign-in-page';

const logoAt = (logoUrl: string | null) => {
  openSignIn('/login', { name: 'Northwind Service', logoUrl, primaryColor: '#0b57a4' });
  return screen.getByRole('img', { name: 'Northwind Service' });
};

it('shows the company’s logo', () => {
  expect(logoAt('/logo.svg')).toHaveAttribute('src', '/logo.svg');
});

it('shows the name if there is no logo, or if it fails to load', () => {
  expect(logoAt(null)).toHaveTextContent('NNorthwind Service');
  cleanup();
  fireEvent.error(logoAt('/gone.svg'));
  expect(screen.getByRole('img', { name: 'Northwind Service' })).toHaveTextContent('NNorthwind Service');
});
