import { codeSentTo } from '../support/delivered';
import { DATA_DIR, EMBEDDED_DATA_DIR } from '../support/directories';
import { screenUrl } from '../support/addresses';
import { embeddedTest, enterCode, expect, test } from '../support/test';

const PREFERENCES = '/notification-preferences';
const EMBEDDED = screenUrl('plain', 'browser', PREFERENCES);

for (const [place, aTest, url, dataDir, cookies] of [
  ['all cookies', test, PREFERENCES, DATA_DIR, /./],
  ['the session cookie, in a company’s page,', embeddedTest, EMBEDDED, EMBEDDED_DATA_DIR, /^session_token$/],
] as const)
  aTest(
    `a save without ${place} leads to sign-in and back, with the choice kept`,
    async ({ page, customer, signIn, context }) => {
      await signIn(customer.email);
      await page.goto(url);
      const sms = page.getByRole('checkbox', { name: 'Receive SMS Notifications' });
      await expect(sms).toBeVisible();
      // Every call of the screen has its response: one without cookies would lead to sign-in before the save.
      await expect(
        page.getByRole('region', { name: 'Where you are signed in' }).getByText('This device'),
      ).toBeVisible();
      const before = await sms.isChecked();
      await sms.setChecked(!before);
      const news = page.getByRole('checkbox', { name: 'A new status' });
      await news.uncheck();
      await context.clearCookies({ name: cookies });
      await page.getByRole('button', { name: 'Save Preferences' }).click();

      await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
      await page.getByRole('button', { name: 'Phone' }).click();
      await page.getByRole('textbox', { name: 'Phone Number' }).fill(customer.phone);
      await page.getByRole('button', { name: 'Send Code' }).click();
      await enterCode(page, await codeSentTo(customer.phone, dataDir));

      await expect(page).toHaveURL(url);
      await expect(sms).toBeChecked({ checked: !before });
      await expect(news).not.toBeChecked();
      await expect(page.getByText('Not saved yet')).toBeVisible();
      await page.getByRole('button', { name: 'Save Preferences' }).click();
      await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
      await page.reload();
      await expect(sms).toBeChecked({ checked: !before });
      await expect(news).not.toBeChecked();
    },
  );
