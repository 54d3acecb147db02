import { screen, waitFor, within } from '@testing-library/react';
import { holdResponse } from '@portal/harness/testing';
import { describedAs, failToSave, posted, respondTo, show } from './testing/preferences-page';

const ANN = { name: 'Ann Example', contacts: { email: 'a•••@example.com', phone: null } };
const EVENTS = '/notification-preferences/events';
const PREFERENCES = '/serviceOrder/update-notification-status';
const OFFERED = { status: true, entries: true, isReached: true, mutedOrders: [] };
const NO_SUCH_CALL = { status: 404 };

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const devices = () => section('Where you are signed in');
const choices = async () =>
  within(await screen.findByRole('group', { name: 'What should we write to you about?' }));
const saveButton = () => screen.getByRole('button', { name: 'Save Preferences' });
const form = () => screen.findByRole('button', { name: 'Save Preferences' });

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const here = {
  id: '1',
  device: 'Chrome on Windows',
  country: 'Germany',
  isCurrent: true,
  lastUsedAt: hoursAgo(0),
};
const phone = {
  id: '2',
  device: 'Safari on iPhone',
  country: null,
  isCurrent: false,
  lastUsedAt: hoursAgo(2.5),
};
const unknown = { id: '3', device: null, country: 'France', isCurrent: false, lastUsedAt: hoursAgo(49) };

beforeEach(() => {
  describedAs(ANN);
  respondTo('/sessions', [here, phone, unknown]);
  respondTo(EVENTS, OFFERED);
});

test('lists the devices with country and last use, and marks this one', async () => {
  show();
  const list = await devices();
  const [first, ...others] = (await list.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(first).toBe('Chrome on WindowsThis deviceGermany');
  expect(others).toEqual([
    expect.stringMatching(/^Safari on iPhoneLast used 2 hours ago · \w+ \d+, \d{4}.*Sign out$/),
    expect.stringMatching(/^Unknown deviceFrance · Last used 2 days ago · /),
  ]);
});

test('signs one device out, and keeps the focus in the list', async () => {
  const ended = respondTo('/sessions/end', { success: true });
  const { user } = show();
  const list = await devices();
  const button = await list.findByRole('button', { name: 'Sign out: Safari on iPhone' });
  respondTo('/sessions', [here, unknown]);
  await user.click(button);
  expect(await list.findByText('That device is signed out.')).toBeVisible();
  await waitFor(() => expect(button).not.toBeInTheDocument());
  expect(await posted(ended)).toEqual([{ id: '2' }]);
  expect(screen.getByRole('region', { name: 'Where you are signed in' })).toContainElement(
    document.activeElement as HTMLElement,
  );
});

test('signs out everywhere else, and then has nothing more to sign out', async () => {
  const ended = respondTo('/sessions/end', { success: true });
  const { user } = show();
  const list = await devices();
  const button = await list.findByRole('button', { name: 'Sign out everywhere else' });
  respondTo('/sessions', [here]);
  await user.click(button);
  expect(await list.findByText('All other devices are signed out.')).toBeVisible();
  await waitFor(() => expect(list.queryByRole('button')).not.toBeInTheDocument());
  expect(await posted(ended)).toEqual([{ others: true }]);
});

test('says why a device was not signed out, and still shows it', async () => {
  respondTo('/sessions/end', '', { status: 500 });
  const { user } = show();
  const list = await devices();
  await user.click(await list.findByRole('button', { name: 'Sign out: Safari on iPhone' }));
  expect(await list.findByRole('alert')).toHaveTextContent(
    'The device could not be signed out. Please try again later.',
  );
  expect(list.getByText('Safari on iPhone')).toBeVisible();
});

test('shows the customer’s details, and whom to ask for a correction if there is somebody', async () => {
  const { unmount } = show({ support: { email: 'service@acme.example' } });
  const details = await section('Your details');
  expect(details.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Ann Example',
    'a•••@example.com',
    '—',
  ]);
  expect(details.getByRole('link', { name: 'Ask us' })).toHaveAttribute(
    'href',
    'mailto:service@acme.example',
  );
  unmount();
  show();
  expect((await section('Your details')).queryByText(/Ask us/)).not.toBeInTheDocument();
});

test('saves what messages are about together with the rest, when the customer saves', async () => {
  const reached = respondTo(PREFERENCES, { success: true });
  const { user } = show();
  const about = await choices();
  const saves = respondTo(EVENTS, { success: true });
  await user.click(about.getByRole('checkbox', { name: 'A new entry in the event log' }));
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await user.click(saveButton());
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  expect(await posted(saves)).toEqual([{ status: true, entries: false }]);
  expect(await posted(reached)).toEqual([{ email: true, sms: false }]);

  await user.click(about.getByRole('checkbox', { name: 'A new status' }));
  expect(about.getByText(/With neither/)).toHaveAttribute('role', 'status');
});

test('offers reminders of visits where the company sends some', async () => {
  respondTo(EVENTS, { ...OFFERED, visits: true });
  const { user } = show();
  const about = await choices();
  const saves = respondTo(EVENTS, { success: true });
  await user.click(about.getByRole('checkbox', { name: 'A visit that is near' }));
  await user.click(saveButton());
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  expect(await posted(saves)).toEqual([{ status: true, entries: true, visits: false }]);
});

test('saves by the specified call alone when only that changed', async () => {
  const { user } = show();
  await choices();
  const saves = respondTo(EVENTS, { success: true });
  await user.click(screen.getByRole('checkbox', { name: 'Receive SMS Notifications' }));
  await user.click(saveButton());
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  expect(saves).toEqual([]);
});

test('says which half was saved when the second call fails, keeps the rest, and saves it the next time', async () => {
  const { user } = show();
  const about = await choices();
  respondTo(EVENTS, '', { status: 500 });
  const box = about.getByRole('checkbox', { name: 'A new status' });
  await user.click(screen.getByRole('checkbox', { name: 'Receive SMS Notifications' }));
  await user.click(box);
  await user.click(saveButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'How we write to you is saved. What we write to you about could not be saved. Please save again.',
  );
  expect(box).not.toBeChecked();
  expect(screen.getByText('Not saved yet')).toBeVisible();
  const saves = respondTo(EVENTS, { success: true });
  await user.click(saveButton());
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  expect(await posted(saves)).toEqual([{ status: false, entries: true }]);
});

test('saves nothing of the second half when the first call fails, and says the specified sentence', async () => {
  const { user } = show();
  const about = await choices();
  const saves = respondTo(EVENTS, { success: true });
  failToSave();
  await user.click(about.getByRole('checkbox', { name: 'A new status' }));
  await user.click(saveButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to save preferences$/);
  expect(saves).toEqual([]);
});

test('keeps what messages are about when the session ends during the save', async () => {
  const { held, release } = holdResponse();
  const before = show();
  await choices();
  respondTo(EVENTS, { success: true }, { held });
  await before.user.click((await choices()).getByRole('checkbox', { name: 'A new status' }));
  await before.user.click(saveButton());
  await waitFor(() => expect(saveButton()).toBeDisabled());
  // As the sign-in page does.
  before.unmount();
  release();
  respondTo(EVENTS, OFFERED);
  show();
  expect((await choices()).getByRole('checkbox', { name: 'A new status' })).not.toBeChecked();
  expect(screen.getByText('Not saved yet')).toBeVisible();
});

test('still saves the rest when the choice of events does not load', async () => {
  respondTo(EVENTS, '', { status: 500 });
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'What we write to you about could not be loaded.',
  );
  await user.click(screen.getByRole('checkbox', { name: 'Receive SMS Notifications' }));
  await user.click(saveButton());
  expect(await screen.findByText('Preferences saved successfully!')).toBeVisible();
  respondTo(EVENTS, OFFERED);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await choices()).getByRole('checkbox', { name: 'A new status' })).toBeChecked();
});

test('focuses the details when a link leads to them', async () => {
  show({}, '/notification-preferences#your-details');
  await waitFor(async () =>
    expect(await screen.findByRole('region', { name: 'Your details' })).toHaveFocus(),
  );
});

test('links the muted orders', async () => {
  respondTo(EVENTS, { ...OFFERED, mutedOrders: ['A/7', '000018'] });
  show();
  expect(await screen.findByText('You muted 2 orders:')).toBeVisible();
  expect(screen.getByRole('link', { name: 'A/7' })).toHaveAttribute('href', '/service-order/A%2F7');
});

test('leaves out what the server does not offer', async () => {
  respondTo('/sessions', '', NO_SUCH_CALL);
  respondTo(EVENTS, '', NO_SUCH_CALL);
  show();
  await section('Your details');
  await waitFor(() => expect(screen.getAllByRole('region')).toHaveLength(1));
  expect(screen.getAllByRole('group')).toHaveLength(1);
});

test('is the form alone when the server does not say who the customer is', async () => {
  describedAs(null);
  show();
  await form();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});
