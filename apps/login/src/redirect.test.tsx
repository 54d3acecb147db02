import { act, screen } from '@testing-library/react';
import { askForCode, enterCode, openSignIn } from './testing/sign-in-page';

it('starts the session one second after a successful verification', async () => {
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] });
  const { user, isSignedIn } = openSignIn();
  await askForCode(user);
  await enterCode(user, '123456');
  await screen.findByText('Login successful! Redirecting...');
  await act(() => jest.advanceTimersByTimeAsync(500));
  expect(isSignedIn()).toBe(false);
  await act(() => jest.advanceTimersByTimeAsync(500));
  expect(isSignedIn()).toBe(true);
  jest.useRealTimers();
});
