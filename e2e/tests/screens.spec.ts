import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility';
import { RUN_DIR } from '../support/directories';
import { expect, test } from '../support/test';

/** A size on each side of the breakpoint; 320 px is WCAG's reflow (1.4.10). */
const SIZES = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 320, height: 640 },
};

const SCHEMES = ['light', 'dark'] as const;

/** Expects the page to be accessible and to fit in each size and color scheme; saves a picture of each. */
const expectGood = async (page: Page, name: string): Promise<void> => {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mui-color-scheme', colorScheme);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.screenshot({
        path: `${RUN_DIR}/screens/${name}-${size}-${colorScheme}.png`,
        fullPage: true,
      });
    }
};

const SCREENS: [name: string, path: (orders: string) => string, text: string][] = [
  ['latest', () => '/', 'Latest Service Order'],
  ['list', () => '/service-orders', 'My Service Orders'],
  ['detail', (orders) => `/service-order/${orders}8`, 'heat exchanger'],
  ['missing', () => '/service-order/none', 'No service order found.'],
  ['preferences', () => '/notification-preferences', 'Receive Email Notifications'],
  ['not-found', () => '/nowhere', 'Page not found'],
];

for (const [name, path, text] of SCREENS)
  test(`the screen "${name}" is accessible and fits`, async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    await page.goto(path(customer.orders));
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expectGood(page, name);
  });

for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of SCHEMES)
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('the open menu and the color mode choice are accessible', async ({ page, customer, signIn }) => {
        await signIn(customer.email);
        await page.getByRole('button', { name: /menu/ }).click();
        await page.screenshot({ path: `${RUN_DIR}/screens/menu-${size}-${colorScheme}.png` });
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /Colour mode/ }).click();
        await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
        await page.screenshot({ path: `${RUN_DIR}/screens/color-mode-${size}-${colorScheme}.png` });
        await expectAccessible(page);
      });
    });

test('both steps of the sign-in are accessible and fit', async ({ page, customer }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  await expectGood(page, 'sign-in');

  await page.getByRole('button', { name: 'Phone' }).click();
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toBeVisible();
  await expectGood(page, 'sign-in-phone');

  await page.getByRole('button', { name: 'Email' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(customer.email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByRole('textbox', { name: 'Access Code' })).toBeVisible();
  await expectGood(page, 'sign-in-code');
});

test('a broken remote is accessible and fits', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  await page.route('**/releases/notification-preferences/**', (route) => route.abort());
  await page.goto('/notification-preferences');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectGood(page, 'broken');
});

for (const path of ['/service-orders', '/'])
  test(`a failed load at ${path} is accessible and fits`, async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    await page.route('**/serviceOrder/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(path);
    await expect(page.getByText(/Failed to load/)).toBeVisible();
    await expectGood(page, `failed${path.replace('/', '-')}`);
  });
