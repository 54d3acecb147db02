import { expectAccessible } from '../support/accessibility';
import { hostUrl, screenUrl } from '../support/addresses';
import { embeddedTest as test, expect } from '../support/test';

/** Tests the settings that a portal shares with its page. */

test('a page can set the colors, font, radius and scheme of its portal, and style its parts', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  await page.goto(screenUrl('own-look', 'browser', '/notification-preferences'));
  const portal = page.locator('customer-portal');
  const heading = page.getByRole('heading', { name: 'Notification Preferences' });
  await expect(heading).toHaveCSS('font-family', 'Georgia, serif');
  await expect(heading).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(portal).toHaveAttribute('data-mui-color-scheme', 'dark');
  const frame = portal.locator('[part=frame]');
  await expect(frame).toHaveCSS('background-color', 'rgb(18, 20, 26)');
  await expect(frame).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
  await expect(portal.locator('[part=drawer]')).toHaveCSS('border-inline-end-style', 'dotted');
  await expect(page.getByRole('button', { name: 'Save Preferences' })).toHaveCSS('border-radius', '2px');
  await expectAccessible(page);
  await page.goto(screenUrl('own-look', 'browser', '/'));
  await expect(portal.locator('[part=card]').first()).toHaveCSS('border-top-style', 'dashed');
  await expectAccessible(page);
});

test('a portal uses the language of its page until the customer chooses another', async ({ page }) => {
  await page.goto(hostUrl('german'));
  await expect(page.getByRole('button', { name: 'Code senden' })).toBeVisible();
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
});

test('a lazy portal starts when the customer scrolls near it', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(hostUrl('far-down'));
  const portal = page.locator('customer-portal');
  await expect(portal).toHaveJSProperty('loading', 'lazy');
  expect((await portal.boundingBox())?.height).toBeGreaterThanOrEqual(560);
  expect(requests).not.toContain('/embed.json');
  let respond: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/embed.json?*', async (route) => {
    await seen;
    await route.continue();
  });
  await portal.scrollIntoViewIfNeeded();
  // Meanwhile, "Loading..." is in the middle of a skeleton, as large as the portal will be.
  const loading = portal.getByRole('status');
  await expect(loading).toHaveText('Loading...');
  expect(await loading.boundingBox()).toEqual(await portal.boundingBox());
  await expect(loading).toHaveCSS('place-items', 'center');
  await expect(loading).toHaveCSS('background-image', /gradient/);
  respond();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  expect(requests).toContain('/embed.json');
});
