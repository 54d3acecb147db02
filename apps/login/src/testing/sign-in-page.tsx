import { authCheckOptions } from '@portal/api';
import type { Brand } from '@portal/contract';
import { BRAND, renderInPortal, testServer } from '@portal/harness/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Location } from 'react-router-dom';
import { SignInScreen } from '../sign-in-screen';
import { handlers } from '../../dev/mocks';

/** Responds as in development, where 123456 is the right code. */
export const server = testServer(...handlers);

/** Renders the sign-in screen at `path`, as the shell does for a customer who is not signed in. */
export const openSignIn = (path: string | Partial<Location> = '/login', brand: Brand = BRAND) => {
  const { queryClient } = renderInPortal(<SignInScreen />, { path, brand });
  queryClient.setQueryData(authCheckOptions.queryKey, false);
  // Without delays, which would wait for fake timers.
  const user = userEvent.setup({ delay: null });
  return { user, queryClient, isSignedIn: () => queryClient.getQueryData(authCheckOptions.queryKey) };
};

type User = ReturnType<typeof openSignIn>['user'];

export const field = (name: string) => screen.getByRole('textbox', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** Requests a code and waits for step 2. */
export const askForCode = async (user: User, email = 'ann@example.com') => {
  await user.type(field('Email'), email);
  await user.click(button('Send Code'));
  return screen.findByRole('textbox', { name: 'Access Code' });
};

/** Submits a code with Enter, without waiting for the response. */
export const enterCode = async (user: User, code: string) => {
  await user.type(field('Access Code'), `${code}{Enter}`);
};
