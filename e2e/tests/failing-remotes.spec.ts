import type { Page, Route } from '@playwright/test';
import { expect, test } from '../support/test';

/** `self-healing.test.tsx` of the shell has every cause of a failure; here, two reach a browser. */
const FAULTS: Record<string, (route: Route) => Promise<void>> = {
  'is missing': (route) => route.fulfill({ status: 404, json: {} }),
  throws: (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken build")' }),
};

const entryOf = (remote: string) => `**/releases/${remote}/*/remoteEntry.*`;

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

for (const [fault, response] of Object.entries(FAULTS))
  test(`when the entry of a remote ${fault}, the rest works, and 'Try again' loads it`, async ({
    page,
    customer,
    signIn,
  }) => {
    await page.route(entryOf('notification-preferences'), response);
    await signIn(customer.email, '/notification-preferences');
    await expect(
      page.getByRole('heading', { name: 'Notifications is not available right now' }),
    ).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Customer Dashboard');
    await page.getByRole('link', { name: 'All Service Orders' }).click();
    await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
    await page.goBack();
    await page.unroute(entryOf('notification-preferences'));
    await tryAgain(page);
    await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
  });

test("when all files of a remote failed during page load, the first 'Try again' loads it", async ({
  page,
  customer,
  signIn,
}) => {
  const files = '**/releases/notification-preferences/**';
  await page.route(files, (route) => route.abort());
  await signIn(customer.email, '/notification-preferences');
  await expect(page.getByRole('heading', { name: /Notifications is not available/ })).toBeVisible();
  await page.unroute(files);
  await tryAgain(page);
  await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test("when the login remote is missing, the page shows an error, and 'Try again' loads it", async ({
  page,
}) => {
  await page.route(entryOf('login'), (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in is not available right now' })).toBeVisible();
  await page.unroute(entryOf('login'));
  await tryAgain(page);
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
});
