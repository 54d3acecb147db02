import { signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { rowVersions } from '../../testing/test-database';

const portal = useTestApp();

const read = '/serviceOrder/get-notification-status';
const update = '/serviceOrder/update-notification-status';

const contacts = { email: 'a•••@example.com', phone: null };

test('returns the masked contacts that messages go to', async () => {
  const { browser } = await signIn(portal, 'ann@example.com');
  await portal.database.updateTable('customers').set({ phone: '+12025550123' }).execute();
  expect((await browser.get(read)).json()).toMatchObject({
    contacts: { email: 'a•••@example.com', phone: '•••• 0123' },
  });
  await portal.database.updateTable('customers').set({ email: null }).execute();
  expect((await browser.get(read)).json()).toMatchObject({
    contacts: { email: null, phone: '•••• 0123' },
  });
});

test.each([
  { email: false, sms: true },
  { email: true, sms: true },
  { email: false, sms: false },
])('saves %p for this customer only: a new one gets mails', async (preferences) => {
  const { browser: ann } = await signIn(portal, 'ann@example.com');
  const { browser: ben } = await signIn(portal, 'ben@example.com');
  const response = await ann.post(update, preferences);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ success: true, message: 'Preferences saved successfully!' });
  expect((await ann.get(read)).json()).toEqual({ ...preferences, contacts });
  expect((await ben.get(read)).json()).toMatchObject({ email: true, sms: false });
});

test('a choice that changes nothing writes nothing', async () => {
  const { browser } = await signIn(portal, 'ann@example.com');
  const save = () => browser.post(update, { email: true, sms: true });
  await save();
  const before = await rowVersions(portal.database);
  expect((await save()).json()).toMatchObject({ success: true });
  expect(await rowVersions(portal.database)).toEqual(before);
});

test('only signed-in customers can read and save', async () => {
  const browser = await portal.openBrowser();
  expect((await browser.get(read)).statusCode).toBe(401);
  const response = await browser.post(update, { email: true, sms: true });
  expect(response.statusCode).toBe(401);
  expect(response.json()).toMatchObject({ success: false });
});
