import { http } from '@portal/api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { askForCode, button, enterCode, field, openSignIn, server } from './testing/sign-in-page';

/** Responds to `path` with success once the test calls `release`. */
const hold = (path: string) => server.hold(path, { success: true });

/** Lets more time pass than a whole code waits before it submits itself. */
const pause = () => act(() => jest.advanceTimersByTimeAsync(1000));

/** Waits until the screen has handled the response to the first call. */
const responseTo = (post: jest.SpyInstance) => act(async () => void (await post.mock.results[0]?.value));

const NOTICE =
  'By providing your phone number, you agree to receive a one-time login code via SMS. Message and data rates may apply.';

describe('step 1', () => {
  it('asks for an email address by default', () => {
    openSignIn();
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Acme' })).toBeVisible();
    expect(button('Email')).toHaveAttribute('aria-pressed', 'true');
    expect(field('Email')).toBeRequired();
    expect(field('Email')).toHaveAttribute('autocomplete', 'email');
    expect(field('Email')).toHaveFocus();
    expect(button('Send Code')).toBeEnabled();
    expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Access Code' })).not.toBeInTheDocument();
  });

  it('asks for a phone number, with a notice, after a click on Phone', async () => {
    const { user } = openSignIn();
    await user.click(button('Phone'));
    expect(field('Phone Number')).toBeRequired();
    expect(field('Phone Number')).toHaveAttribute('autocomplete', 'tel');
    expect(screen.getByText(NOTICE)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Email' })).not.toBeInTheDocument();
    expect(button('Phone')).toHaveFocus();
  });

  it.each([
    ['Email', 'Email', 'Enter your email address.'],
    ['Phone', 'Phone Number', 'Enter your phone number.'],
  ])('shows that the %s field is required until it has a value', async (method, label, message) => {
    const { user } = openSignIn();
    await user.click(button(method));
    await user.type(field(label), '  ');
    await user.click(button('Send Code'));
    expect(field(label)).toHaveAccessibleDescription(message);
    expect(field(label)).toBeInvalid();
    expect(field(label)).toHaveFocus();
    await user.type(field(label), 'x');
    expect(field(label)).not.toHaveAccessibleDescription();
  });

  it('reads fields that a password manager filled in without an event', async () => {
    const { user } = openSignIn();
    Object.assign(field('Email'), { value: 'ann@example.com' });
    await user.click(button('Send Code'));
    Object.assign(await screen.findByRole('textbox', { name: 'Access Code' }), { value: '123456' });
    await user.click(button('Change'));
    expect(field('Email')).toHaveValue('ann@example.com');
    await user.click(button('Send Code'));
    Object.assign(await screen.findByRole('textbox', { name: 'Access Code' }), { value: '123456' });
    await user.click(button('Verify & Login'));
    expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
  });

  it('sends one request for repeated clicks', async () => {
    const { received, release } = hold('/customer-login/email');
    const { user } = openSignIn();
    await user.type(field('Email'), 'ann@example.com');
    const send = button('Send Code');
    // At once: the second press comes before the next render.
    act(() => {
      send.click();
      send.click();
    });
    await user.type(field('Email'), '{Enter}');
    expect(button('Send Code')).toBeDisabled();
    expect(button('Send Code')).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(received).toHaveLength(1));
    release();
    expect(await screen.findByRole('textbox', { name: 'Access Code' })).toBeVisible();
    expect(received).toHaveLength(1);
  });

  it('keeps the input and the step of each method when switching during a request', async () => {
    const { release } = hold('/customer-login/email');
    const post = jest.spyOn(http, 'post');
    const { user } = openSignIn();
    await user.type(field('Email'), 'ann@example.com{Enter}');
    await user.click(button('Phone'));
    await user.type(field('Phone Number'), '+1 202');
    release();
    await responseTo(post);
    expect(field('Phone Number')).toHaveValue('+1 202');
    expect(button('Send Code')).toBeEnabled();
    expect(screen.queryByRole('textbox', { name: 'Access Code' })).not.toBeInTheDocument();
    await user.click(button('Email'));
    expect(field('Email')).toHaveValue('ann@example.com');
    expect(field('Access Code')).toHaveFocus();
  });

  it('makes both methods tab stops', async () => {
    const { user } = openSignIn();
    await user.tab({ shift: true });
    expect(button('Phone')).toHaveFocus();
    await user.tab({ shift: true });
    expect(button('Email')).toHaveFocus();
  });
});

describe('step 2', () => {
  it('takes the second press of a double click on "Send Code" for no attempt', async () => {
    const { user } = openSignIn();
    await askForCode(user);
    fireEvent.click(button('Verify & Login'), { detail: 2 });
    expect(screen.queryByText('Enter the access code.')).not.toBeInTheDocument();
    fireEvent.click(button('Verify & Login'), { detail: 1 });
    expect(screen.getByText('Enter the access code.')).toBeVisible();
  });

  it('asks for the code and focuses its field', async () => {
    const { user } = openSignIn();
    await askForCode(user);
    expect(screen.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
    const alert = within(screen.getByRole('status')).getByText('Use the code 123456.');
    expect(alert.closest('.MuiAlert-root')).toHaveClass('MuiAlert-colorSuccess');
    expect(field('Access Code')).toBeRequired();
    expect(field('Access Code')).toHaveFocus();
    expect(field('Access Code')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field('Access Code')).toHaveAttribute('inputmode', 'numeric');
    expect(field('Email')).toHaveValue('ann@example.com');
    expect(field('Email')).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: /^(Send Code|Email|Phone)$/ })).not.toBeInTheDocument();
    await user.click(button('Verify & Login'));
    expect(field('Access Code')).toHaveAccessibleDescription('Enter the access code.');
  });

  it('goes back to step 1 with what was typed for both methods', async () => {
    const { user } = openSignIn();
    await user.click(button('Phone'));
    await user.type(field('Phone Number'), '+1 202');
    await user.click(button('Email'));
    await askForCode(user);
    await user.click(button('Change'));
    expect(field('Email')).toHaveValue('ann@example.com');
    expect(field('Email')).not.toHaveAttribute('readonly');
    expect(field('Email')).toHaveFocus();
    expect(screen.queryByRole('textbox', { name: 'Access Code' })).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.click(button('Phone'));
    expect(field('Phone Number')).toHaveValue('+1 202');
  });
});

it('says below the button how its call ended, and keeps the room of the message during the next call', async () => {
  const { user } = openSignIn();
  server.respond('/customer-login/email', { success: false, message: 'No.' });
  await user.type(field('Email'), 'ann@example.com{Enter}');
  const alert = await screen.findByRole('alert');
  expect(button('Send Code').compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const { release } = hold('/customer-login/email');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(alert).not.toBeVisible());
  expect(alert).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  release();
  expect(await screen.findByText('We sent a code to ann@example.com.')).toBeVisible();
});

describe('a code of six digits', () => {
  // Fake timers that also advance on their own, so that MSW responds.
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] }));
  afterEach(() => jest.useRealTimers());

  it.each(['123456', 'Your code: 123-456', '123 456', '١٢٣٤٥٦', '１２３ ４５６', '\u202a123\u200b456\u202c'])(
    'is read from "%s" and submits itself',
    async (text) => {
      const verifications = server.recordBodies('/customer-login/email/verify');
      const { user } = openSignIn();
      await user.click(await askForCode(user));
      await user.paste(text);
      expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
      expect(verifications).toEqual([{ email: 'ann@example.com', code: '123456' }]);
    },
  );

  it('does not submit itself again after a refusal, until the customer changes it', async () => {
    const verifications = server.recordBodies('/customer-login/email/verify');
    const { user } = openSignIn();
    await user.type(await askForCode(user), '654321');
    expect(await screen.findByText('Invalid code')).toBeVisible();
    await pause();
    expect(verifications).toHaveLength(1);
    await user.keyboard('{ArrowRight}{Backspace}5');
    await waitFor(() => expect(verifications).toHaveLength(2));
    expect(verifications[1]).toMatchObject({ code: '654325' });
    await waitFor(() => expect(button('Verify & Login')).toBeEnabled());
    await user.keyboard('123456');
    expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
    expect(verifications).toHaveLength(3);
  });

  const filledIn = { target: { value: '123456' } };
  const inserted = { ...filledIn, inputType: 'insertText', data: '123456' };

  it.each([
    ['the browser fills it in', (code: HTMLElement) => fireEvent.change(code, filledIn)],
    [
      'a keyboard on the screen inserts it from a text message',
      (code: HTMLElement) => {
        fireEvent.keyDown(code, { keyCode: 229 });
        fireEvent.input(code, inserted);
        fireEvent.keyUp(code, { keyCode: 229 });
      },
    ],
  ])('submits itself once when %s', async (_, enter) => {
    const verifications = server.recordBodies('/customer-login/email/verify');
    const { user } = openSignIn();
    enter(await askForCode(user));
    expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
    expect(verifications).toHaveLength(1);
  });

  it('waits for the button when a program inserts it', async () => {
    const verifications = server.recordBodies('/customer-login/email/verify');
    const { user } = openSignIn();
    fireEvent.input(await askForCode(user), inserted);
    await pause();
    expect(verifications).toEqual([]);
    await user.click(button('Verify & Login'));
    expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
  });

  it.each(['12345678', 'AB123456'])('leaves the code "%s" of another server to the button', async (code) => {
    const verifications = server.recordBodies('/customer-login/email/verify');
    const { user } = openSignIn();
    await user.type(await askForCode(user), code);
    await pause();
    expect(verifications).toEqual([]);
    await user.click(button('Verify & Login'));
    await waitFor(() => expect(verifications).toEqual([{ email: 'ann@example.com', code }]));
  });
});

it('ignores the response to a code after "Change", even while the next code is verified', async () => {
  const first = hold('/customer-login/email/verify');
  const { user } = openSignIn();
  await askForCode(user);
  const post = jest.spyOn(http, 'post');
  await enterCode(user, '123456');
  await waitFor(() => expect(first.received).toHaveLength(1));
  const second = hold('/customer-login/email/verify');
  await user.click(button('Change'));
  await user.clear(field('Email'));
  await askForCode(user, 'bob@example.com');
  await enterCode(user, '123456');
  first.release();
  await responseTo(post);
  expect(screen.queryByText('Login successful! Redirecting...')).not.toBeInTheDocument();
  second.release();
  expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
});

it('says at once that a browser without cookies cannot sign in', () => {
  const enabled = jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  openSignIn();
  enabled.mockRestore();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your browser blocks cookies, and you cannot sign in without them. Allow them for this site, and reload the page.',
  );
});

const SPAM = 'Look in your spam folder, and check that this is the address we have for you.';

it.each([
  ['Email', 'Email', 'email', 'not an address', `Nothing arrived? ${SPAM}`],
  // A number that customers share gets no code, which nobody may learn.
  [
    'Phone',
    'Phone Number',
    'phone',
    '+1 202 555 0123',
    'Nothing arrived? Sign in with your email address instead.',
  ],
])('signs in by %s with the two calls of that method', async (method, label, name, identifier, hint) => {
  const requests = server.recordBodies(`/customer-login/${name}`);
  const verifications = server.recordBodies(`/customer-login/${name}/verify`);
  const { user, isSignedIn } = openSignIn();
  await user.click(button(method));
  await user.type(field(label), ` ${identifier} `);
  await user.click(button('Send Code'));
  await screen.findByRole('heading', { name: `Check your ${name}` });
  expect(screen.getByText(hint)).toBeVisible();
  await enterCode(user, '123 456');
  expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
  expect(requests).toEqual([{ [name]: identifier }]);
  expect(verifications).toEqual([{ [name]: identifier, code: '123456' }]);
  for (const role of ['button', 'textbox', 'heading'])
    expect(screen.queryByRole(role)).not.toBeInTheDocument();
  expect(isSignedIn()).toBe(false);
});

it.each([
  ['status', 'logout', 'You are signed out.'],
  ['alert', 'expiry', 'Your session has ended. Please sign in again.'],
])('says in its %s how the last session ended (%s), until a code is sent', async (role, sessionEnd, text) => {
  const { user } = openSignIn({ pathname: '/login', state: { sessionEnd } });
  expect(screen.getByText(text).closest(`[role="${role}"]`)).toBeVisible();
  expect(field('Email')).toHaveFocus();
  expect(field('Email')).toHaveAttribute('aria-invalid', 'false');
  await askForCode(user);
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  await user.click(button('Change'));
  expect(field('Email')).toBeVisible();
  expect(screen.queryByText(text)).not.toBeInTheDocument();
});

it('says nothing about a session in the state of another page', () => {
  openSignIn({ pathname: '/login', state: { sessionEnd: 'constructor' } });
  expect(screen.queryByText(/signed out|has ended/)).not.toBeInTheDocument();
});
