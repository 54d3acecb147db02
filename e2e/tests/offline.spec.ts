import type { Page } from '@playwright/test';
import { expect, test } from '../support/test';

test.use({ serviceWorkers: 'allow' });

/** Waits for the worker, which the page registers after it has loaded. */
const workerIn = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });

const choice = (page: Page) => page.getByRole('checkbox', { name: 'Keep on this device' });

test('a page without a network is the portal’s own, and loads again when the network is back', async ({
  page,
  context,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  await workerIn(page);
  await context.setOffline(true);
  await page.goto('/notification-preferences');
  await expect(page.getByRole('heading', { name: 'You are offline.' })).toBeVisible();
  await expect(page.getByText(customer.orders)).toHaveCount(0);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline.' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
});

test('orders that the customer keeps are readable offline until the logout', async ({
  page,
  context,
  customer: { email, orders },
  signIn,
}) => {
  const newest = `${orders}8`;
  await signIn(email);
  await choice(page).click();
  await expect(choice(page)).toBeChecked();
  await page.getByRole('link', { name: `View Details of order ${newest}` }).click();
  await expect(page.getByText('heat exchanger')).toBeVisible();
  await workerIn(page);

  await test.step('offline', async () => {
    await context.setOffline(true);
    await page.goto(`/service-order/${newest}`);
    await expect(page.getByRole('heading', { name: 'Your recent orders' })).toBeVisible();
    await expect(page.locator('bdi').filter({ hasText: orders })).toHaveCount(10);
    await expect(page.getByText('heat exchanger')).toBeVisible();
  });

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(orders);
  await context.setOffline(true);
  await page.goto('/service-orders');
  await expect(page.getByRole('heading', { name: 'You are offline.' })).toBeVisible();
  await expect(page.getByText(orders)).toHaveCount(0);
});
