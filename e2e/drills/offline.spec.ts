import type { Page } from '@playwright/test';
import { changeOrder } from '../support/orders-hook';
import { expect, test } from '../support/test';

/** Everything that scripts can store in a browser. */
const keptIn = (page: Page) =>
  page.evaluate(async () => ({
    storage: { ...localStorage, ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookies: document.cookie,
    entry: JSON.stringify(history.state),
  }));

test('screens seen before stay available offline, refresh when online again, and leave no data after logout', async ({
  page,
  context,
  baseURL,
  customer: { email, phone, orders },
  signIn,
}) => {
  const newest = `${orders}8`;
  const link = (name: string) => page.getByRole('link', { name });
  const seen = {
    detail: page.getByText('heat exchanger'),
    preferences: page.getByRole('checkbox', { name: 'Receive Email Notifications' }),
    rows: page.getByRole('row').filter({ hasText: orders }),
  };
  await signIn(email);
  await link(`View Details of order ${newest}`).click();
  await expect(seen.detail).toBeVisible();
  await link('Notifications').click();
  await expect(seen.preferences).toBeVisible();

  await test.step('offline', async () => {
    await context.setOffline(true);
    await expect(page.getByText('You are offline.').first()).toBeVisible();
    await link('All Service Orders').click();
    await expect(seen.rows).toHaveCount(10);
    await link('Notifications').click();
    await expect(seen.preferences).toBeVisible();
    await page.goBack();
    await link(`View Details of order ${newest}`).click();
    await expect(seen.detail).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('online again', async () => {
    await changeOrder(baseURL ?? '', email, { ServiceOrderNbr: newest, Status: 'Waiting for Permit' });
    await expect(page.getByText('Waiting for Permit')).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText('Waiting for Permit').first()).toBeVisible();
    await expect(page.getByText('You are offline.')).toHaveCount(0);
  });

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  const kept = await keptIn(page);
  expect(kept).toMatchObject({ databases: [], caches: [], workers: 0 });
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${email}|\\${phone}|${orders}|Boiler|Customer \\d`));
  expect((await context.cookies()).filter(({ name }) => name === 'session_token')).toEqual([]);
});
