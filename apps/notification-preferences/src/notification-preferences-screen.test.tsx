import { notificationPreferencesOptions } from '@portal/api';
import { screen, waitFor } from '@testing-library/react';
import { failToLoad, failToSave, holdLoad, recordSaves, stored } from './testing/answer';
import './testing/server';
import { show } from './testing/show';

const email = () => screen.findByRole('checkbox', { name: 'Receive Email Notifications' });
const sms = () => screen.findByRole('checkbox', { name: 'Receive SMS Notifications' });
const saveButton = () => screen.getByRole('button', { name: 'Save Preferences' });

beforeEach(() => stored({ email: true, sms: false }));

test('while the preferences are on their way, that is said', async () => {
  show();
  expect(screen.getByRole('heading', { name: 'Notification Preferences', level: 1 })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  expect(await email()).toBeInTheDocument();
});

test('the checkboxes show what is stored', async () => {
  show();
  expect(await email()).toBeChecked();
  expect(await sms()).not.toBeChecked();
});

test('a failed load says so, and trying again asks anew', async () => {
  failToLoad();
  const { user } = show();
  expect(await screen.findByText('Failed to load notification preferences')).toBeVisible();
  stored({ email: false, sms: true });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await sms()).toBeChecked();
});

test('trying again keeps the place of the keyboard', async () => {
  failToLoad();
  const { user } = show();
  const tryAgain = await screen.findByRole('button', { name: 'Try again' });
  stored({ email: true, sms: true });
  await user.click(tryAgain);
  await email();
  await email();
  expect(document.body).not.toHaveFocus();
});

test('an answer without the two choices counts as a failed load', async () => {
  stored({ email: 'yes' });
  show();
  expect(await screen.findByText('Failed to load notification preferences')).toBeVisible();
});

test('both choices are saved, and that is said', async () => {
  const { saves } = recordSaves();
  const { user } = show();
  await user.click(await sms());
  await user.click(saveButton());
  const saved = await screen.findByText('Preferences saved successfully!');
  expect(saved.closest('.MuiAlert-root')).toHaveClass('MuiAlert-colorSuccess');
  expect(saves).toEqual([{ email: true, sms: true }]);
  // An alert in it would be read out a second time.
  expect(screen.getByRole('status')).toHaveTextContent('Preferences saved successfully!');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('while saving, the button is disabled and shows a spinner, and nothing is sent twice', async () => {
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

test('a failed save says so and keeps what was chosen', async () => {
  failToSave();
  const { user } = show();
  await user.click(await sms());
  await user.click(saveButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to save preferences$/);
  expect(screen.getByRole('alert')).toHaveClass('MuiAlert-colorError');
  expect(await sms()).toBeChecked();
});

test('the message goes when a choice changes again', async () => {
  const { user } = show();
  await user.click(await email());
  await user.click(saveButton());
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  await user.click(await email());
  expect(screen.queryByText('Preferences saved successfully!')).not.toBeInTheDocument();
});

test('a refresh does not overwrite what is not saved yet, and brings the rest', async () => {
  const { user, queryClient } = show();
  await user.click(await sms());
  stored({ email: false, sms: false });
  await queryClient.refetchQueries(notificationPreferencesOptions);
  await waitFor(async () => expect(await email()).not.toBeChecked());
  expect(await sms()).toBeChecked();
});

test('a refresh that began before a save does not undo it', async () => {
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

test('a refresh that fails keeps what is shown', async () => {
  const { queryClient } = show();
  await email();
  failToLoad();
  await queryClient.refetchQueries(notificationPreferencesOptions);
  expect(await email()).toBeInTheDocument();
  expect(screen.queryByText('Failed to load notification preferences')).not.toBeInTheDocument();
});

test('it can be used with the keyboard alone', async () => {
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
