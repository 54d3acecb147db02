import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleColors,
  expectNoSidewaysScroll,
  preferColorScheme,
} from '../support/accessibility';
import { RUN_DIR } from '../support/directories';
import { expect, test } from '../support/test';

/** A size on each side of the breakpoint; 320 px is WCAG's reflow (1.4.10). */
const SIZES = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 320, height: 640 },
};

/** The check in each color scheme: the dark one changes only colors. */
const SCHEMES = [
  ['light', expectAccessible],
  ['dark', expectAccessibleColors],
] as const;

/** Expects the page to be accessible in each color scheme; saves a picture of each. */
const expectAccessibleInEachScheme = async (page: Page, name: string): Promise<void> => {
  for (const [colorScheme, expectScheme] of SCHEMES) {
    await preferColorScheme(page, colorScheme);
    await expectScheme(page);
    await page.screenshot({ path: `${RUN_DIR}/screens/${name}-${colorScheme}.png`, fullPage: true });
  }
};

/** Expects the page to be accessible and to fit in each size and color scheme. */
const expectGood = async (page: Page, name: string): Promise<void> => {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInEachScheme(page, `${name}-${size}`);
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
    await signIn(customer.email, path(customer.orders));
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expectGood(page, name);
  });

for (const [size, viewport] of Object.entries(SIZES))
  test.describe(size, () => {
    test.use({ viewport });

    test('the open menu and the color mode choice are accessible', async ({ page, customer, signIn }) => {
      await signIn(customer.email);
      await page.getByRole('button', { name: /menu/ }).click();
      await expectAccessibleInEachScheme(page, `menu-${size}`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /Color mode/ }).click();
      await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
      await expectAccessibleInEachScheme(page, `color-mode-${size}`);
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
  await page.route('**/releases/notification-preferences/**', (route) => route.abort());
  await signIn(customer.email, '/notification-preferences');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectGood(page, 'broken');
});

for (const path of ['/service-orders', '/'])
  test(`a failed load at ${path} is accessible and fits`, async ({ page, customer, signIn }) => {
    await page.route('**/serviceOrder/**', (route) => route.fulfill({ status: 500, json: {} }));
    await signIn(customer.email, path);
    await expect(page.getByText(/Failed to load/)).toBeVisible();
    await expectGood(page, `failed${path.replace('/', '-')}`);
  });
