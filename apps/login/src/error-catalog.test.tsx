import { screen, waitFor } from '@testing-library/react';
import type { JsonBodyType } from 'msw';
import { button, field, openSignIn, server } from './testing/sign-in-page';

const METHODS = [
  { method: 'Email', label: 'Email', path: '/customer-login/email' },
  { method: 'Phone', label: 'Phone Number', path: '/customer-login/phone' },
];

type Row = [situation: string, response: { status?: number; body?: JsonBodyType }, message: string];

/** Sets the response to further calls of `path`. */
const respondWith = (path: string, { body, ...init }: Row[1]) =>
  body === undefined ? server.cutOff(path) : server.respond(path, body, init);

/** Avoids `getByRole`, which is slow: this runs for each row. */
const expectAlert = (situation: string, message: string) =>
  waitFor(() => {
    const alert = document.querySelector('[role="alert"]');
    expect([situation, alert?.textContent]).toEqual([situation, message]);
    // During a call, the previous message is hidden.
    expect(alert).toBeVisible();
    expect(alert).toHaveClass('MuiAlert-colorError');
  });

describe.each(METHODS)('by $method', ({ method, label, path }) => {
  const open = async () => {
    const { user, ...page } = openSignIn();
    await user.click(button(method));
    await user.type(field(label), 'someone');
    return { user, ...page };
  };

  const REQUESTS: Row[] = [
    ['a failure with a message', { body: { success: false, message: 'No.' } }, 'No.'],
    ['a failure without a message', { body: { success: false } }, 'Failed to send access code'],
    ['an error with a message', { status: 400, body: { success: false, message: 'Bad.' } }, 'Bad.'],
    ['no response', {}, 'An error occurred'],
    ['an error without a message', { status: 500, body: {} }, 'An error occurred'],
    ['an invalid body', { body: 'welcome' }, 'An error occurred'],
  ];

  it('shows the message of each failed code request, and allows another attempt', async () => {
    const { user } = await open();
    const [input, send] = [field(label), button('Send Code')];
    for (const [situation, response, message] of REQUESTS) {
      respondWith(path, response);
      await user.keyboard('{Enter}');
      await expectAlert(situation, message);
      expect(input).toHaveFocus();
      const isAboutTheField = !message.startsWith('An error occurred');
      expect(input).toHaveAttribute('aria-invalid', String(isAboutTheField));
      if (isAboutTheField) expect(input).toHaveAccessibleDescription(message);
      expect(send).toBeEnabled();
      expect(screen.queryByLabelText(/^Access Code/)).not.toBeInTheDocument();
    }
    respondWith(path, { body: { success: true } });
    await user.keyboard('{Enter}');
    expect(await screen.findByText('We sent a code to someone.')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  const VERIFICATIONS: Row[] = [
    ['a failure with a message', { body: { success: false, message: 'Expired.' } }, 'Expired.'],
    ['a failure without a message', { body: { success: false } }, 'Invalid code'],
    ['an error with a message', { status: 429, body: { success: false, message: 'Stop.' } }, 'Stop.'],
    ['an error without a message', { status: 500, body: {} }, 'An error occurred during verification'],
    ['an invalid body', { body: 'welcome' }, 'An error occurred during verification'],
  ];

  it('shows the message of each failed verification, until the code is correct', async () => {
    const { user, isSignedIn } = await open();
    await user.keyboard('{Enter}');
    await screen.findByLabelText(/^Access Code/);
    const [code, verify] = [field('Access Code'), button('Verify & Login')];
    // A rejected code is selected, so typing replaces it.
    for (const [situation, response, message] of VERIFICATIONS) {
      respondWith(`${path}/verify`, response);
      await user.keyboard('1{Enter}');
      await expectAlert(situation, message);
      expect(code).toHaveFocus();
      expect(code).toHaveValue('1');
      expect(verify).toBeEnabled();
      expect(isSignedIn()).toBe(false);
    }
    respondWith(`${path}/verify`, { body: { success: true } });
    await user.keyboard('123456{Enter}');
    expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
