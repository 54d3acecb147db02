import { notificationPreferencesOptions } from '@portal/api';
import { renderInPortal } from '@portal/harness/testing';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { NotificationPreferencesScreen } from './notification-preferences-screen';
import {
  respondToTest,
  failToLoad,
  failToSave,
  holdLoad,
  recordSaves,
  show,
  stored,
} from './testing/preferences-page';

const email = () => screen.findByRole('checkbox', { name: 'Receive Email Notifications' });
const sms = () => screen.findByRole('checkbox', { name: 'Receive SMS Notifications' });
const notSaved = 'Not saved yet';
const saveButton = () => screen.getByRole('button', { name: 'Save Preferences' });

beforeEach(() => stored({ email: true, sms: false }));

test('announces loading, and shows the stored preferences', async () => {
  show();
  expect(screen.getByRole('heading', { name: 'Notification Preferences', level: 1 })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  expect(await email()).toBeChecked();
  expect(await sms()).not.toBeChecked();
});

test('shows a message and the company’s help after a failed load, and reloads on "Try again"', async () => {
  failToLoad();
  const { user } = show({ support: { email: 'service@acme.example' } });
  expect(await screen.findByText('Failed to load notification preferences')).toBeVisible();
  const failure = within(screen.getByRole('alert'));
  expect(failure.getByRole('link', { name: 'Ask us' })).toHaveAttribute(
    'href',
    'mailto:service@acme.example',
  );
  stored({ email: false, sms: true });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await sms()).toBeChecked();
});

test('says that the customer is offline, and loads once the network is back', async () => {
  onlineManager.setOnline(false);
  failToLoad();
  show();
  expect(await screen.findByText('You are offline.')).toBeVisible();
  expect(screen.queryByText('Loading…')).not.toBeInTheDocument();
  stored({ email: true, sms: false });
  onlineManager.setOnline(true);
  expect(await email()).toBeChecked();
});

test('saves both preferences and shows a message', async () => {
  const { saves } = recordSaves();
  const { user } = show();
  await user.click(await sms());
  await user.click(saveButton());
  const saved = await screen.findByText('Preferences saved successfully!');
  expect(saved.closest('.MuiAlert-root')).toHaveClass('MuiAlert-colorSuccess');
  expect(saves).toEqual([{ email: true, sms: true }]);
  // Screen readers would read an alert inside the status twice.
  expect(saved.closest('[role="status"]')).toHaveTextContent(/^Preferences saved successfully!$/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  // The message is about what was saved, so the next change hides it.
  await user.click(await email());
  expect(saved).not.toBeInTheDocument();
});

test('saves once when pressed twice at once, with a spinner on the disabled button', async () => {
  const { saves, hold } = recordSaves();
  const { release } = hold();
  show();
  await email();
  const button = saveButton();
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(button).toBeDisabled());
  expect(screen.getByRole('progressbar')).toBeVisible();
  release();
  await waitFor(() => expect(button).toBeEnabled());
  expect(saves).toHaveLength(1);
});

test('keeps the focus in the form while saving, then on the button', async () => {
  const { hold } = recordSaves();
  const { release } = hold();
  const { user } = show();
  await email();
  saveButton().focus();
  await user.keyboard(' ');
  await waitFor(() => expect(saveButton()).toBeDisabled());
  expect(saveButton().closest('form')).toHaveFocus();
  release();
  await waitFor(() => expect(saveButton()).toHaveFocus());
});

test('leaves the focus where the customer moves it while saving', async () => {
  const { hold } = recordSaves();
  const { release } = hold();
  const { user } = show();
  await email();
  await user.click(saveButton());
  const elsewhere = document.body.appendChild(document.createElement('button'));
  elsewhere.focus();
  release();
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  expect(elsewhere).toHaveFocus();
  elsewhere.remove();
});

test('keeps an unsaved change while another screen is shown, and still says so', async () => {
  const Visit = () => {
    const [isHere, setIsHere] = useState(true);
    return (
      <>
        <button onClick={() => setIsHere(!isHere)}>Elsewhere</button>
        {isHere && <NotificationPreferencesScreen />}
      </>
    );
  };
  const { user } = renderInPortal(<Visit />);
  await user.click(await sms());
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(await sms()).toBeChecked();
  expect(screen.getByText(notSaved)).toBeVisible();
});

test('shows a message after a failed save, and keeps the changes', async () => {
  failToSave();
  const { user } = show();
  await user.click(await sms());
  await user.click(saveButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to save preferences$/);
  expect(screen.getByRole('alert')).toHaveClass('MuiAlert-colorError');
  expect(await sms()).toBeChecked();
  expect(screen.getByText(notSaved)).toBeVisible();
});

test('a refetch keeps unsaved changes and updates the rest', async () => {
  const { user, queryClient } = show();
  await user.click(await sms());
  stored({ email: false, sms: false });
  await queryClient.refetchQueries(notificationPreferencesOptions);
  await waitFor(async () => expect(await email()).not.toBeChecked());
  expect(await sms()).toBeChecked();
});

test('a refetch that started before a save does not undo it', async () => {
  const { user, queryClient } = show();
  await user.click(await sms());
  const { release } = holdLoad({ email: true, sms: false });
  const refresh = queryClient.refetchQueries(notificationPreferencesOptions);
  await user.click(saveButton());
  await screen.findByText('Preferences saved successfully!');
  release();
  await refresh;
  expect(await sms()).toBeChecked();
});

test('a failed refetch keeps the form and shows no message', async () => {
  const { queryClient } = show();
  await email();
  failToLoad();
  await queryClient.refetchQueries(notificationPreferencesOptions);
  expect(await email()).toBeInTheDocument();
  expect(screen.queryByText('Failed to load notification preferences')).not.toBeInTheDocument();
});

test('shows "Not saved yet" while a change is unsaved, and keeps Save enabled', async () => {
  const { user } = show();
  await email();
  expect(saveButton()).toBeEnabled();
  expect(saveButton()).not.toHaveAccessibleDescription();
  await user.click(await sms());
  expect(screen.getByText(notSaved)).toHaveAttribute('role', 'status');
  expect(saveButton()).toHaveAccessibleDescription(notSaved);
  await user.click(await sms());
  expect(screen.queryByText(notSaved)).not.toBeInTheDocument();
  await user.click(await sms());
  await user.click(saveButton());
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  expect(screen.queryByText(notSaved)).not.toBeInTheDocument();
  expect(saveButton()).toBeEnabled();
});

test('a change whose save the end of the session interrupts is restored once, as not saved yet', async () => {
  const { hold } = recordSaves();
  hold();
  const before = show();
  await before.user.click(await sms());
  await before.user.click(saveButton());
  await waitFor(() => expect(saveButton()).toBeDisabled());
  // As the sign-in page does, before the server responds. It may be another page.
  before.unmount();
  expect(sessionStorage).toHaveLength(1);
  const { unmount } = show();
  expect(await sms()).toBeChecked();
  expect(screen.getByText(notSaved)).toBeVisible();
  unmount();
  show();
  expect(await sms()).not.toBeChecked();
});

test.each([
  ['a saved change', recordSaves],
  ['a change that the server rejected', failToSave],
])('does not keep %s for the next visit', async (_, respond) => {
  respond();
  const { user, unmount } = show();
  await user.click(await sms());
  await user.click(saveButton());
  await screen.findByText(/Preferences saved|Failed to save/);
  unmount();
  show();
  expect(await sms()).not.toBeChecked();
});

describe('with contacts', () => {
  const contacts = { email: 'a•••@example.com', phone: '•••• 0123' };
  const testButton = () => screen.getByRole('button', { name: 'Send a test message' });

  test('describes the destination of each checkbox, also after a save of the choice alone', async () => {
    stored({ email: true, sms: false, contacts });
    const { saves } = recordSaves();
    const { user } = show();
    expect(await email()).toHaveAccessibleDescription('To a•••@example.com');
    await user.click(await sms());
    await user.click(saveButton());
    await screen.findByText('Preferences saved successfully!');
    expect(saves).toEqual([{ email: true, sms: true }]);
    expect(await sms()).toHaveAccessibleDescription('To •••• 0123');
  });

  test('describes the missing contact of each checkbox', async () => {
    stored({ email: true, sms: true, contacts: { email: null, phone: null } });
    show();
    expect(await email()).toHaveAccessibleDescription(
      'We have no email address of yours. Please ask us to add one.',
    );
    expect(await sms()).toHaveAccessibleDescription(
      'We have no phone number of yours. Please ask us to add one.',
    );
    expect(screen.queryByRole('button', { name: 'Send a test message' })).not.toBeInTheDocument();
  });

  test('describes which events are notified, and the effect of choosing none', async () => {
    stored({ email: true, sms: false, contacts });
    const { user } = show();
    await email();
    const nothing = 'With neither, we send you nothing about your orders. You still see all of it here.';
    expect(screen.getByRole('group')).toHaveAccessibleDescription(
      /a new status or a new entry in its event log\. Codes for signing in are always sent\.$/,
    );
    expect(screen.queryByText(nothing)).not.toBeInTheDocument();
    await user.click(await email());
    expect(screen.getByText(nothing)).toHaveAttribute('role', 'status');
  });

  test('sends a test message on request', async () => {
    stored({ email: true, sms: false, contacts });
    const calls = respondToTest({ success: true, message: 'We sent it to your mail.' });
    const { user } = show();
    await email();
    expect(testButton()).toHaveAccessibleDescription('It goes where your saved preferences say.');
    await user.click(testButton());
    const outcome = await screen.findByText('We sent it to your mail.');
    expect(outcome.closest('[role="status"]')).toBeInTheDocument();
    expect(calls).toEqual(['']);
    expect(screen.queryByText('Preferences saved successfully!')).not.toBeInTheDocument();
  });

  test.each([
    [{ success: false, message: 'Nothing is chosen.' }, 200, 'Nothing is chosen.'],
    [{ success: false, message: 'Wait a minute.' }, 429, 'Wait a minute.'],
    [{ success: false }, 200, 'The test message could not be sent. Please try again later.'],
    ['', 502, 'The test message could not be sent. Please try again later.'],
  ])('shows that a test message was not sent after the response %j (%i)', async (body, status, text) => {
    stored({ email: true, sms: false, contacts });
    respondToTest(body, { status });
    const { user } = show();
    await email();
    await user.click(testButton());
    expect(within(await screen.findByRole('alert')).getByText(text)).toBeVisible();
  });
});

test('shows no descriptions and no test button without contacts', async () => {
  stored({ email: false, sms: false });
  show();
  expect(await email()).not.toHaveAccessibleDescription();
  expect(screen.getByRole('group')).not.toHaveAccessibleDescription();
  expect(screen.queryByText(/we send you nothing/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send a test message' })).not.toBeInTheDocument();
});
