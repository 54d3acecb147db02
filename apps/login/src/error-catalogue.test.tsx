import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { askForCode, button, enterCode, field, openSignIn } from './testing/sign-in-page';
import { answer, server } from './testing/server';

const METHODS = [
  { method: 'Email', label: 'Email', path: '/customer-login/email' },
  { method: 'Phone', label: 'Phone Number', path: '/customer-login/phone' },
];

describe.each(METHODS)('responses to a code request by $method', ({ method, label, path }) => {
  const request = async () => {
    const { user } = openSignIn();
    await user.click(button(method));
    await user.type(field(label), 'someone{Enter}');
  };

  it.each([
    ['a failure with a message', { body: { success: false, message: 'No.' } }, 'No.'],
    ['a failure without a message', { body: { success: false } }, 'Failed to send access code'],
    [
      'a failure with an empty message',
      { body: { success: false, message: '' } },
      'Failed to send access code',
    ],
    [
      'a failure with the message null',
      { body: { success: false, message: null } },
      'Failed to send access code',
    ],
    ['an error with a message', { status: 400, body: { success: false, message: 'Bad.' } }, 'Bad.'],
    ['an error without a message', { status: 500, body: {} }, 'An error occurred'],
    ['an invalid body', { body: 'welcome' }, 'An error occurred'],
  ])('%s', async (_, given, message) => {
    answer(path, given);
    await request();
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${message}$`));
    expect(screen.getByRole('alert')).toHaveClass('MuiAlert-colorError');
    expect(field(label)).toHaveFocus();
    const isAboutTheField = !message.startsWith('An error occurred');
    expect(field(label)).toHaveAttribute('aria-invalid', String(isAboutTheField));
    if (isAboutTheField) expect(field(label)).toHaveAccessibleDescription(message);
    expect(button('Send Code')).toBeEnabled();
    expect(screen.queryByRole('textbox', { name: 'Access Code' })).not.toBeInTheDocument();
  });

  it('no response', async () => {
    server.use(http.post(path, () => HttpResponse.error()));
    await request();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^An error occurred$/);
  });

  it('a success without a message', async () => {
    answer(path, { body: { success: true } });
    await request();
    expect(await screen.findByText('We sent a code to someone.')).toBeVisible();
  });
});

describe.each(METHODS)('responses to a verification by $method', ({ method, label, path }) => {
  const verify = async () => {
    const { user, ...page } = openSignIn();
    await user.click(button(method));
    await user.type(field(label), 'someone{Enter}');
    await screen.findByRole('textbox', { name: 'Access Code' });
    await enterCode(user, '1');
    return page;
  };

  it.each([
    ['a failure with a message', { body: { success: false, message: 'Expired.' } }, 'Expired.'],
    ['a failure without a message', { body: { success: false } }, 'Invalid code'],
    ['an error with a message', { status: 429, body: { success: false, message: 'Stop.' } }, 'Stop.'],
    ['an error without a message', { status: 500, body: {} }, 'An error occurred during verification'],
    ['an invalid body', { body: 'welcome' }, 'An error occurred during verification'],
  ])('%s', async (_, given, message) => {
    answer(`${path}/verify`, given);
    const { isSignedIn } = await verify();
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${message}$`));
    expect(field('Access Code')).toHaveFocus();
    expect(button('Verify & Login')).toBeEnabled();
    expect(isSignedIn()).toBe(false);
  });
});

it('removes an error when the next attempt succeeds', async () => {
  const { user } = openSignIn();
  await askForCode(user);
  await enterCode(user, '111111');
  await screen.findByText('Invalid code');
  // The refused code is selected; typing replaces it.
  await user.keyboard('123456{Enter}');
  expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
