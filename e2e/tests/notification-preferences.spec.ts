import { codeSentTo } from '../support/delivered';
import { enterCode, expect, test } from '../support/test';

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

for (const [lost, cookies] of [
  ['the session cookie', /^session_token$/],
  ['all cookies', /./],
] as const)
  test(`a save without ${lost} leads to sign-in and back, with the choice kept`, async ({
    page,
    customer,
    signIn,
    context,
  }) => {
    await signIn(customer.email);
    await page.getByRole('link', { name: 'Notifications' }).click();
    const sms = page.getByRole('checkbox', { name: 'Receive SMS Notifications' });
    const before = await sms.isChecked();
    await sms.setChecked(!before);
    await context.clearCookies({ name: cookies });
    await page.getByRole('button', { name: 'Save Preferences' }).click();

    await expect(page).toHaveURL('/login?returnTo=%2Fnotification-preferences');
    await page.getByRole('button', { name: 'Phone' }).click();
    await page.getByRole('textbox', { name: 'Phone Number' }).fill(customer.phone);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await enterCode(page, await codeSentTo(customer.phone));

    await expect(page).toHaveURL('/notification-preferences');
    await expect(sms).toBeChecked({ checked: !before });
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
    await page.reload();
    await expect(sms).toBeChecked({ checked: !before });
  });
