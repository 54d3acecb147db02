import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { askForCode, enterCode, openSignIn } from './testing/sign-in-page';
import { useRedirect } from './use-redirect';

beforeEach(() => jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] }));
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

const signInAt = async (url?: string) => {
  const { user, ...page } = openSignIn(url);
  await askForCode(user);
  await enterCode(user, '123456');
  await screen.findByText('Login successful! Redirecting...');
  return page;
};

it('goes to the service orders one second after a successful verification', async () => {
  const { isSignedIn } = await signInAt();
  await pass(500);
  expect(isSignedIn()).toBe(false);
  expect(screen.getByText('Login successful! Redirecting...')).toBeVisible();
  await pass(500);
  expect(isSignedIn()).toBe(true);
  expect(screen.getByText('Arrived at /service-orders')).toBeVisible();
});

const SignInPage = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter initialEntries={['/login']}>{children}</MemoryRouter>
  </QueryClientProvider>
);

it('redirects after exactly 1000 ms', () => {
  // No call is pending, so the clock need not advance on its own.
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const useRedirectedPath = () => {
    useRedirect(true);
    return useLocation().pathname;
  };
  const { result } = renderHook(useRedirectedPath, { wrapper: SignInPage });
  act(() => jest.advanceTimersByTime(999));
  expect(result.current).toBe('/login');
  act(() => jest.advanceTimersByTime(1));
  expect(result.current).toBe('/service-orders');
});

it('shows no other content before the redirect', async () => {
  await signInAt();
  for (const role of ['button', 'textbox', 'heading'])
    expect(screen.queryByRole(role)).not.toBeInTheDocument();
});

it('redirects to the path in returnTo', async () => {
  await signInAt(`/login?${new URLSearchParams({ returnTo: '/service-order/000019?print=1' })}`);
  await pass(1000);
  expect(screen.getByText('Arrived at /service-order/000019?print=1')).toBeVisible();
});

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login'])(
  'does not redirect to %s',
  async (returnTo) => {
    await signInAt(`/login?${new URLSearchParams({ returnTo })}`);
    await pass(1000);
    expect(screen.getByText('Arrived at /service-orders')).toBeVisible();
  },
);

it('clears the previous customer’s cache', async () => {
  const { queryClient } = await signInAt();
  queryClient.setQueryData(['service-orders'], [{ orderNbr: '000001' }]);
  await pass(1000);
  expect(queryClient.getQueryData(['service-orders'])).toBeUndefined();
});
