import type { Page } from '@playwright/test';
import { expect, test } from '../support/test';

/** `self-healing.test.tsx` of the shell has every cause of a failure; here, two reach a browser. */

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

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
  await tryAgain(page);
  await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

const LOGIN_ENTRY = '**/releases/login/*/remoteEntry.*';

test("when the login remote is missing, the page shows an error, and 'Try again' loads it", async ({
  page,
}) => {
  await page.route(LOGIN_ENTRY, (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in is not available right now' })).toBeVisible();
  await page.unroute(LOGIN_ENTRY);
  await tryAgain(page);
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
});
