import { act, screen } from '@testing-library/react';
import { askForCode, button, field, openSignIn, server } from './testing/sign-in-page';

/** The server refuses a code request as too early from now on. */
const refuse = () =>
  server.respond(
    '/customer-login/email',
    { success: false, message: 'Wait.' },
    { status: 429, headers: { 'Retry-After': '42' } },
  );

// Fake timers that also advance on their own, so that MSW responds.
beforeEach(() => jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] }));
afterEach(() => jest.useRealTimers());

const pass = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

const resend = () => button(/^Send the code again/);

const secondsLeft = () => Number(/in (\d+) s$/.exec(resend().textContent)?.[1] ?? 0);

it('counts down one minute, then sends another code to the same address and starts again', async () => {
  const { user } = openSignIn();
  await askForCode(user);
  await user.type(field('Access Code'), '111');
  expect(resend()).toBeDisabled();
  expect(secondsLeft()).toBeGreaterThan(55);
  await pass(40);
  expect(resend()).toBeDisabled();
  expect(secondsLeft()).toBeLessThanOrEqual(20);
  await pass(20);
  expect(resend()).toHaveTextContent(/^Send the code again$/);
  server.respond('/customer-login/email', { success: true, message: 'Another one.' });
  const requests = server.recordBodies('/customer-login/email');
  await user.click(resend());
  expect(await screen.findByText('Another one.')).toBeVisible();
  expect(field('Access Code')).toHaveValue('');
  expect(field('Access Code')).toHaveFocus();
  expect(secondsLeft()).toBeGreaterThan(55);
  expect(requests).toEqual([{ email: 'ann@example.com' }]);
});

it('waits for the server’s Retry-After when the request was too early', async () => {
  const { user } = openSignIn();
  await askForCode(user);
  await user.type(field('Access Code'), '111');
  await pass(60);
  refuse();
  await user.click(resend());
  expect(await screen.findByRole('alert')).toHaveTextContent('Wait.');
  expect(resend()).toBeDisabled();
  // Rounded up: with a part of a second left, the server still refuses.
  expect(secondsLeft()).toBe(42);
  expect(field('Access Code')).toHaveValue('111');
});

it('goes to step 2 when the same address is requested too early', async () => {
  const { user } = openSignIn();
  await askForCode(user);
  await user.click(button('Change'));
  refuse();
  await user.click(button('Send Code'));
  expect(await screen.findByRole('textbox', { name: 'Access Code' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Wait.');
});

it('stays in step 1 when another address is refused with Retry-After', async () => {
  const { user } = openSignIn();
  await askForCode(user);
  await user.click(button('Change'));
  await user.clear(field('Email'));
  await user.type(field('Email'), 'bob@example.com');
  refuse();
  await user.click(button('Send Code'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Wait.');
  expect(screen.queryByRole('textbox', { name: 'Access Code' })).not.toBeInTheDocument();
  // The code may have been sent from another tab of this browser.
  await user.click(button('I already have a code'));
  expect(field('Email')).toHaveValue('bob@example.com');
  expect(field('Access Code')).toHaveFocus();
});
