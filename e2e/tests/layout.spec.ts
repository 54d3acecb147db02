import { expect, test } from '../support/test';

const drawer = '#portal-navigation';

test('the drawer stays on a wide screen, 240 px open and 80 px collapsed', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  await expect(page.locator(drawer)).toHaveCSS('width', '240px');
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(page.locator(drawer)).toHaveCSS('width', '80px');
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL('/notification-preferences');
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 899, height: 700 } });

  test('the drawer is temporary, and choosing an entry closes it', async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    await expect(page.getByRole('link', { name: 'Notifications' })).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.locator(drawer)).toHaveCSS('width', '240px');
    await page.getByRole('link', { name: 'Notifications' }).click();
    await expect(page.getByRole('link', { name: 'Notifications' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
  });
});

test('the color mode is kept, and set before the first paint', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mui-color-scheme'));
  await page.getByRole('button', { name: /Color mode/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(scheme).toBe('dark');
  expect(await page.evaluate(() => localStorage.getItem('mui-mode'))).toBe('dark');

  await page.route('**/releases/shell/**', (route) => route.abort());
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  expect(await scheme()).toBe('dark');
});

test('the portal works with the keyboard alone', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  await page.reload();
  await expect(page.getByRole('link', { name: /View Details/ }).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const details = page.getByRole('link', { name: /View Details/ }).first();
  for (
    let stops = 0;
    stops < 5 && !(await details.evaluate((link) => link === document.activeElement));
    stops++
  )
    await page.keyboard.press('Tab');
  await expect(details).toBeFocused();
  // High-contrast modes show outlines, but neither shadows nor ripples.
  await expect(details).toHaveCSS('outline', /solid 2px/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Event Log' })).toBeVisible();
});
