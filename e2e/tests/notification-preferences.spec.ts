import { expect, test } from '../support/test';

test('preferences are saved and survive a reload', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  await page.getByRole('link', { name: 'Notifications' }).click();
  const sms = page.getByRole('checkbox', { name: 'Receive SMS Notifications' });
  const before = await sms.isChecked();
  await sms.setChecked(!before);
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
  await page.reload();
  await expect(sms).toBeChecked({ checked: !before });
});
