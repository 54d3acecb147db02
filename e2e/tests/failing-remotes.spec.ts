import { expect, test } from '../support/test';

/** `self-healing.test.tsx` of the shell has every cause of a failure; here, one reaches a browser. */

test("when all files of a remote fail, the rest works, and the first 'Try again' loads it", async ({
  page,
  customer,
  signIn,
}) => {
  const files = '**/releases/notification-preferences/**';
  await page.route(files, (route) => route.abort());
  await signIn(customer.email, '/notification-preferences');
  const failure = page.getByRole('heading', { name: 'Notifications is not available right now' });
  await expect(failure).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Customer Dashboard');
  await page.getByRole('link', { name: 'All Service Orders' }).click();
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  await page.goBack();
  await expect(failure).toBeVisible();
  await page.unroute(files);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});
