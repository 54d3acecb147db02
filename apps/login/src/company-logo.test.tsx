import { fireEvent, screen } from '@testing-library/react';
import { openSignIn } from './testing/sign-in-page';

const logoAt = (logoUrl: string | null) => {
  openSignIn('/login', { name: 'Northwind Service', logoUrl, primaryColor: '#0b57a4' });
  return screen.getByRole('img', { name: 'Northwind Service' });
};

it('shows the logo of the company', () => {
  expect(logoAt('/logo.svg')).toHaveAttribute('src', '/logo.svg');
});

it('draws the name when the company has no logo', () => {
  expect(logoAt(null)).toHaveTextContent('NNorthwind Service');
});

it('draws the name when the logo cannot be loaded', () => {
  fireEvent.error(logoAt('/gone.svg'));
  expect(screen.getByRole('img', { name: 'Northwind Service' })).toHaveTextContent('NNorthwind Service');
});
