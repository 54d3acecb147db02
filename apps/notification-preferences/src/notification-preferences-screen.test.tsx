import { notificationPreferencesOptions } from '@portal/api';
import { holdResponse, renderInPortal } from '@portal/harness/testing';
import { ShellServicesContext } from '@portal/remote/services';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { slots } from '../remote.json';
import { NotificationPreferencesScreen } from './notification-preferences-screen';
import { failToLoad, failToSave, recordSaves, respondToTest, show, stored } from './testing/preferences-page';

const email = () => screen.findByRole('checkbox', { name: 'Receive Email Notifications' });
const sms = () => screen.findByRole('checkbox', { name: 'Receive SMS Notifications' });
const notSaved = 'Not saved yet';
const saveButton = () => screen.getByRole('button', { name: 'Save Preferences' });
const testMessage = 'Send a test message';
const savedMessage = () => screen.findByText('Preferences saved successfully!');

/** Opens the form, whose save waits until the test calls `release`. */
const openWithHeldSave = async () => {
  const { held, release } = holdResponse();
  const saves = recordSaves(held);
  const page = show();
  await email();
  return { ...page, saves, release };
};

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

test('a pressed checkbox changes at once', async () => {
  show();
  const checkbox = await sms();
  // Without a task in between.
  act(() => checkbox.click());
  expect(checkbox).toBeChecked();
});

test('saves both preferences and shows a message', async () => {
  const saves = recordSaves();
  const { user } = show();
  await user.click(await sms());
  await user.click(saveButton());
  const saved = await savedMessage();
  expect(saved.closest('.MuiAlert-root')).toHaveClass('MuiAlert-colorSuccess');
  expect(saves).toEqual([{ email: true, sms: true }]);
  // Screen readers would read an alert inside the status twice.
  expect(saved.closest('[role="status"]')).toHaveTextContent(/^Preferences saved successfully!$/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByText(notSaved)).not.toBeInTheDocument();
  // The message is about what was saved, so the next change hides it.
  await user.click(await email());
  expect(saved).not.toBeInTheDocument();
});

test('saves once when pressed twice at once, with a spinner on the disabled button', async () => {
  const { saves, release } = await openWithHeldSave();
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
  const { user, release } = await openWithHeldSave();
  saveButton().focus();
  await user.keyboard(' ');
  await waitFor(() => expect(saveButton()).toBeDisabled());
  expect(saveButton().closest('form')).toHaveFocus();
  release();
  await waitFor(() => expect(saveButton()).toHaveFocus());
});

test('leaves the focus where the customer moves it while saving', async () => {
  const { user, release } = await openWithHeldSave();
  await user.click(saveButton());
  const elsewhere = document.body.appendChild(document.createElement('button'));
  elsewhere.focus();
  release();
  expect(await savedMessage()).toBeVisible();
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
  const { held, release } = holdResponse();
  stored({ email: true, sms: false }, held);
  const refresh = queryClient.refetchQueries(notificationPreferencesOptions);
  await user.click(saveButton());
  await savedMessage();
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
});

test('a change whose save the end of the session interrupts is restored once, as not saved yet', async () => {
  const before = await openWithHeldSave();
  await before.user.click(await email());
  await before.user.click(await sms());
  await before.user.click(saveButton());
  await waitFor(() => expect(saveButton()).toBeDisabled());
  // As the sign-in page does, before the server responds. It may be another page.
  before.unmount();
  expect(sessionStorage).toHaveLength(1);
  const { unmount } = show();
  expect(await sms()).toBeChecked();
  expect(await email()).not.toBeChecked();
  expect(screen.getByText(notSaved)).toBeVisible();
  unmount();
  show();
  expect(await sms()).not.toBeChecked();
});

test('saves in a browser that blocks its storage', async () => {
  const blocked = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const saves = recordSaves();
  const { user } = show();
  await user.click(await sms());
  await user.click(saveButton());
  await savedMessage();
  blocked.mockRestore();
  expect(saves).toEqual([{ email: true, sms: true }]);
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
  beforeEach(() => stored({ email: true, sms: false, contacts }));
  const contacts = { email: 'a•••@example.com', phone: '•••• 0123' };

  test('describes the destination of each checkbox, also after a save of the choice alone', async () => {
    const saves = recordSaves();
    const { user } = show();
    expect(await email()).toHaveAccessibleDescription('To a•••@example.com');
    await user.click(await sms());
    await user.click(saveButton());
    await savedMessage();
    expect(saves).toEqual([{ email: true, sms: true }]);
    expect(await sms()).toHaveAccessibleDescription('To •••• 0123');
  });

  test('describes the missing contact of each checkbox', async () => {
    stored({ email: true, sms: true, contacts: { email: null, phone: null } });
    show();
    expect(await email()).toHaveAccessibleDescription(
      'We don’t have an email address for you. Please ask us to add one.',
    );
    expect(await sms()).toHaveAccessibleDescription(
      'We don’t have a phone number for you. Please ask us to add one.',
    );
    expect(screen.queryByRole('button', { name: testMessage })).not.toBeInTheDocument();
  });

  test('describes which events are notified, and the effect of choosing none', async () => {
    const { user } = show();
    await email();
    const nothing =
      'With neither, we won’t send you anything about your orders. You can still see everything here.';
    expect(screen.getByRole('group')).toHaveAccessibleName(
      screen.getByRole('heading', { level: 2 }).textContent,
    );
    expect(screen.getByRole('group')).toHaveAccessibleDescription('Codes for signing in are always sent.');
    expect(screen.queryByText(nothing)).not.toBeInTheDocument();
    await user.click(await email());
    expect(screen.getByText(nothing)).toHaveAttribute('role', 'status');
  });

  test.each([
    ['status', { success: true, message: 'We sent it to your mail.' }, 200, 'We sent it to your mail.'],
    ['alert', { success: false, message: 'Nothing is chosen.' }, 200, 'Nothing is chosen.'],
    ['alert', { success: false, message: 'Wait a minute.' }, 429, 'Wait a minute.'],
    ['alert', { success: false }, 200, 'The test message could not be sent. Please try again later.'],
    ['alert', '', 502, 'The test message could not be sent. Please try again later.'],
  ])('shows the outcome of a test message in its %s: %j (%i)', async (role, body, status, text) => {
    const calls = respondToTest(body, { status });
    const { user } = show();
    const button = await screen.findByRole('button', { name: testMessage });
    expect(button).toHaveAccessibleDescription('We’ll send it to the addresses you saved.');
    await user.click(button);
    expect((await screen.findByText(text)).closest(`[role="${role}"]`)).toBeVisible();
    expect(await Promise.all(calls.map((call) => call.text()))).toEqual(['']);
    expect(screen.queryByText('Preferences saved successfully!')).not.toBeInTheDocument();
  });
});

test('shows no descriptions and no test button without contacts', async () => {
  stored({ email: false, sms: false });
  show();
  expect(await email()).not.toHaveAccessibleDescription();
  expect(screen.getByRole('group')).not.toHaveAccessibleDescription();
  expect(screen.queryByText(/we send you nothing/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: testMessage })).not.toBeInTheDocument();
});

test('offers a slot below the form', async () => {
  renderInPortal(
    <ShellServicesContext value={{ Widgets: ({ slot, props }) => <p>{slot + JSON.stringify(props)}</p> }}>
      <NotificationPreferencesScreen />
    </ShellServicesContext>,
  );
  expect(await screen.findByText(`${slots[0]?.id}{}`)).toBeVisible();
});
