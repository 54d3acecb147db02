import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { startPortalProcess } from '../support/portal-process';
import { enterCode, expect, requestCode, test } from '../support/test';
import { codeMailedTo } from '../support/delivered';

test.describe('a portal without the login remote', () => {
  const port = 4701;
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({
      port,
      dataDir: join(RUN_DIR, 'without-login'),
      without: 'login',
    });
  });
  test.afterAll(() => stop());

  test('says that sign-in is not available, and offers to try again', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sign in is not available right now' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in is not available right now' })).toBeVisible();
  });
});

test.describe('a portal without the orders remote', () => {
  const port = 4702;
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({
      port,
      dataDir: join(RUN_DIR, 'without-orders'),
      without: 'orders',
    });
  });
  test.afterAll(() => stop());

  test('still lets a customer save preferences', async ({ page, customer }) => {
    await page.goto('/login');
    await requestCode(page, customer.email);
    await enterCode(page, await codeMailedTo(customer.email));
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'My Current Order' })).toHaveCount(0);

    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('checkbox', { name: 'Receive SMS Notifications' }).click();
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
  });
});
