import { authCheckOptions } from '@portal/api';
import type { Brand } from '@portal/contract';
import { PortalThemeProvider } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { SignInScreen } from '../sign-in-screen';
import './server';

const BRAND = { name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' };

const Elsewhere = () => {
  const { pathname, search } = useLocation();
  return <p>Arrived at {pathname + search}</p>;
};

/** The sign-in screen as the shell shows it, and a customer in front of it. */
export const openSignIn = (url = '/login', brand: Brand = BRAND) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(authCheckOptions.queryKey, false);
  const user = userEvent.setup({ delay: null });
  render(
    <PortalThemeProvider brand={brand}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[url]}>
          <Routes>
            <Route path="/login" element={<SignInScreen />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </PortalThemeProvider>,
  );
  return { user, queryClient, isSignedIn: () => queryClient.getQueryData(authCheckOptions.queryKey) };
};

type User = ReturnType<typeof openSignIn>['user'];

export const field = (name: string) => screen.getByRole('textbox', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** Asks for a code and waits for the field to enter it in. */
export const askForCode = async (user: User, email = 'ann@example.com') => {
  await user.type(field('Email'), email);
  await user.click(button('Send Code'));
  return screen.findByRole('textbox', { name: 'Access Code' });
};

/** Enters a code; the answer is for the test to wait for. */
export const enterCode = async (user: User, code: string) => {
  await user.type(field('Access Code'), code);
  await user.click(button('Verify & Login'));
};
