import { http } from '@portal/api';
import { BRAND } from '@portal/harness/testing';
import { embeddedSurface, PortalThemeProvider } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { askForCode, button, openSignIn } from './testing/sign-in-page';
import { SignInScreen } from './sign-in-screen';

const WITH_PROVIDER = { ...BRAND, signIn: { name: 'Acme account' } };

const link = () => screen.queryByRole('link', { name: 'Continue with Acme account' });

afterEach(() => void delete http.defaults.baseURL);

it('links to the identity provider below the base path, with the returnTo', () => {
  http.defaults.baseURL = '/account';
  openSignIn('/login?returnTo=%2Fservice-order%2F000019', WITH_PROVIDER);
  expect(link()).toHaveAttribute('href', '/account/sign-in/oidc?returnTo=%2Fservice-order%2F000019');
});

it('is shown in step 1 only, and never returns to another site', async () => {
  const { user } = openSignIn('/login?returnTo=https://evil.example', WITH_PROVIDER);
  expect(link()).toHaveAttribute('href', '/sign-in/oidc?returnTo=%2Fservice-orders');
  await askForCode(user);
  expect(link()).not.toBeInTheDocument();
});

it('is absent without a provider, and so are its error messages', () => {
  openSignIn('/login?problem=failed');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('is absent on an embedder’s page', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  const surface = embeddedSurface(host, container);
  render(
    <PortalThemeProvider brand={WITH_PROVIDER} surface={surface}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={['/login?problem=failed']}>
          <SignInScreen />
        </MemoryRouter>
      </QueryClientProvider>
    </PortalThemeProvider>,
    { container: surface.content },
  );
  expect(surface.content.textContent).toContain('Send Code');
  expect(surface.content.textContent).not.toContain('Acme account');
  host.remove();
});

it.each([
  ['cancelled', 'You did not finish signing in with Acme account. Try again, or sign in with a code.'],
  ['failed', 'Signing in with Acme account did not work. Try again, or sign in with a code.'],
  [
    'unknown',
    'We do not recognize the email address that Acme account gave us. Sign in with a code instead.',
  ],
  [
    'stayed',
    'You are signed out here, but you may still be signed in with Acme account, which is not responding. Try again there later.',
  ],
])('explains the problem "%s" until the customer continues', async (problem, text) => {
  const { user } = openSignIn(`/login?problem=${problem}`, WITH_PROVIDER);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  await user.click(button('Phone'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('ignores an unknown problem', () => {
  openSignIn('/login?problem=constructor', WITH_PROVIDER);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
