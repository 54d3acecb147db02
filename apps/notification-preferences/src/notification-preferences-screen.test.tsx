import { notificationPreferencesOptions } from '@portal/api';
import { screen, waitFor } from '@testing-library/react';
import { failToLoad, failToSave, holdLoad, recordSaves, show, stored } from './testing/preferences-page';

const email = () => screen.findByRole('checkbox', { name: 'Receive Email Notifications' });
const sms = () => screen.findByRole('checkbox', { name: 'Receive SMS Notifications' });
const saveButton = () => screen.getByRole('button', { name: 'Save Preferences' });

beforeEach(() => stored({ email: true, sms: false }));

test('announces loading', async () => {
  show();
  expect(screen.getByRole('heading', { name: 'Notification Preferences', level: 1 })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  expect(await email()).toBeInTheDocument();
});

test('the checkboxes show the stored preferences', async () => {
  show();
  expect(await email()).toBeChecked();
  expect(await sms()).not.toBeChecked();
});

test('a failed load shows a message, and Try again reloads', async () => {
  failToLoad();
  const { user } = show();
  expect(await screen.findByText('Failed to load notification preferences')).toBeVisible();
  stored({ email: false, sms: true });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await sms()).toBeChecked();
});

test('Try again does not lose the focus', async () => {
  failToLoad();
  const { user } = show();
  const tryAgain = await screen.findByRole('button', { name: 'Try again' });
  stored({ email: true, sms: true });
  await user.click(tryAgain);
  await email();
  await email();
  expect(document.body).not.toHaveFocus();
});

test('an invalid response counts as a failed load', async () => {
  stored({ email: 'yes' });
  show();
  expect(await screen.findByText('Failed to load notification preferences')).toBeVisible();
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
  expect(screen.getByRole('status')).toHaveTextContent('Preferences saved successfully!');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('while saving, the button is disabled and shows a spinner, and a second click sends nothing', async () => {
  const { saves, hold } = recordSaves();
  const { release } = hold();
  const { user } = show();
  await user.click(await sms());
  await user.dblClick(saveButton());
  expect(saveButton()).toBeDisabled();
  expect(screen.getByRole('progressbar')).toBeVisible();
  release();
  await waitFor(() => expect(saveButton()).toBeEnabled());
  expect(saves).toHaveLength(1);
});

test('a failed save shows a message and keeps the changes', async () => {
  failToSave();
  const { user } = show();
  await user.click(await sms());
  await user.click(saveButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to save preferences$/);
  expect(screen.getByRole('alert')).toHaveClass('MuiAlert-colorError');
  expect(await sms()).toBeChecked();
});

test('the message disappears with the next change', async () => {
  const { user } = show();
  await user.click(await email());
  await user.click(saveButton());
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  await user.click(await email());
  expect(screen.queryByText('Preferences saved successfully!')).not.toBeInTheDocument();
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

test('works with the keyboard alone', async () => {
  const { saves } = recordSaves();
  const { user } = show();
  await email();
  await user.tab();
  await user.keyboard(' ');
  await user.tab();
  await user.keyboard(' ');
  await user.tab();
  expect(saveButton()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  expect(saves).toEqual([{ email: false, sms: true }]);
});
