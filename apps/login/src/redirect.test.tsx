import { act, screen } from '@testing-library/react';
import { askForCode, enterCode, openSignIn } from './testing/sign-in-page';

beforeEach(() => jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] }));
afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

it('starts the session one second after a successful verification, and shows no other content before', async () => {
  const { user, isSignedIn } = openSignIn();
  await askForCode(user);
  await enterCode(user, '123456');
  await screen.findByText('Login successful! Redirecting...');
  await pass(500);
  expect(isSignedIn()).toBe(false);
  expect(screen.getByText('Login successful! Redirecting...')).toBeVisible();
  for (const role of ['button', 'textbox', 'heading'])
    expect(screen.queryByRole(role)).not.toBeInTheDocument();
  await pass(500);
  expect(isSignedIn()).toBe(true);
});
