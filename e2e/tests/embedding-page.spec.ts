import { expectAccessible } from '../support/accessibility';
import { hostUrl, screenUrl } from '../support/addresses';
import { embeddedTest as test, expect, signInHere } from '../support/test';

/** Tests the settings and events that a portal shares with its page. */

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

test('a page receives events without personal data', async ({ page, customer }) => {
  await page.addInitScript(() =>
    document.addEventListener('portal-event', (event) => {
      if (event instanceof CustomEvent) performance.mark(JSON.stringify(event.detail));
    }),
  );
  await page.goto(hostUrl('plain', '/account/service-orders'));
  await signInHere(page, customer.email);
  await page.getByRole('link', { name: `View Details of order ${customer.orders}8` }).click();
  await expect(page.getByRole('heading', { name: 'Event Log' })).toBeVisible();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('checkbox', { name: 'Receive SMS Notifications' }).click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
  const events = await page.evaluate(() =>
    performance
      .getEntriesByType('mark')
      .map(({ name }) => name)
      .filter((name) => name.startsWith('{')),
  );
  expect(events.map((name): unknown => JSON.parse(name))).toEqual([
    { name: 'screen-shown', route: '/login' },
    { name: 'code-requested' },
    { name: 'signed-in' },
    { name: 'screen-shown', route: '/service-orders' },
    { name: 'screen-shown', route: '/service-order/:orderNbr' },
    { name: 'screen-shown', route: '/notification-preferences' },
    { name: 'preferences-saved' },
  ]);
});
