import { codeSentTo } from '../support/delivered';
import { EMBEDDED_DATA_DIR } from '../support/directories';
import { screenUrl } from '../support/host-address';
import { embeddedTest as test, enterCode, expect } from '../support/test';

test('a save without the session cookie leads to sign-in and back within the page, with the choice kept', async ({
  page,
  customer,
  signIn,
  context,
}) => {
  const preferences = screenUrl('plain', 'browser', '/notification-preferences');
  await signIn(customer.email);
  await page.goto(preferences);
  const sms = page.getByRole('checkbox', { name: 'Receive SMS Notifications' });
  await expect(sms).toBeVisible();
  const before = await sms.isChecked();
  await sms.setChecked(!before);
  await context.clearCookies({ name: 'session_token' });
  await page.getByRole('button', { name: 'Save Preferences' }).click();

  await page.getByRole('button', { name: 'Phone' }).click();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(customer.phone);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await enterCode(page, await codeSentTo(customer.phone, EMBEDDED_DATA_DIR));

  await expect(page).toHaveURL(preferences);
  await expect(sms).toBeChecked({ checked: !before });
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
});
