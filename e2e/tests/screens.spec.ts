import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility';
import { RUN_DIR } from '../support/directories';
import { expect, test } from '../support/test';

/** A size on each side of the breakpoint; 320 px is WCAG's reflow (1.4.10). */
const SIZES = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 320, height: 640 },
};

const SCHEMES = ['light', 'dark'] as const;

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of SCHEMES) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('every screen of a customer is accessible and fits', async ({ page, customer, signIn }) => {
        await signIn(customer.email);
        const screens = {
          latest: ['/', 'Latest Service Order'],
          list: ['/service-orders', 'My Service Orders'],
          detail: [`/service-order/${customer.orders}8`, `${customer.orders}8`],
          missing: ['/service-order/none', 'No service order found.'],
          preferences: ['/notification-preferences', 'Receive Email Notifications'],
          'not-found': ['/nowhere', 'Page not found'],
        } as const;
        for (const [name, [path, text]] of Object.entries(screens)) {
          await page.goto(path);
          await expect(page.getByText(text).first()).toBeVisible();
          await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
          await page.screenshot({
            path: `${RUN_DIR}/screens/${name}-${size}-${colorScheme}.png`,
            fullPage: true,
          });
          await expectAccessible(page);
          await expectNoSidewaysScroll(page);
        }
      });

      test('the open menu and the colour mode choice are accessible', async ({ page, customer, signIn }) => {
        await signIn(customer.email);
        await page.getByRole('button', { name: /menu/ }).click();
        await page.screenshot({ path: `${RUN_DIR}/screens/menu-${size}-${colorScheme}.png` });
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: /Colour mode/ }).click();
        await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
        await page.screenshot({ path: `${RUN_DIR}/screens/colour-mode-${size}-${colorScheme}.png` });
        await expectAccessible(page);
      });

      test('both steps of the sign-in are accessible and fit', async ({ page, customer }) => {
        await page.goto('/login');
        await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
        await page.screenshot({ path: `${RUN_DIR}/screens/sign-in-${size}-${colorScheme}.png` });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);

        await page.getByRole('button', { name: 'Phone' }).click();
        await page.screenshot({ path: `${RUN_DIR}/screens/sign-in-phone-${size}-${colorScheme}.png` });
        await expectAccessible(page);

        await page.getByRole('button', { name: 'Email' }).click();
        await page.getByRole('textbox', { name: 'Email' }).fill(customer.email);
        await page.getByRole('button', { name: 'Send Code' }).click();
        await expect(page.getByRole('textbox', { name: 'Access Code' })).toBeVisible();
        await page.screenshot({ path: `${RUN_DIR}/screens/sign-in-code-${size}-${colorScheme}.png` });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });

      test('a broken remote and a failed list are accessible', async ({ page, customer, signIn }) => {
        await signIn(customer.email);
        await page.route('**/releases/notification-preferences/**', (route) => route.abort());
        await page.goto('/notification-preferences');
        await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
        await page.screenshot({ path: `${RUN_DIR}/screens/broken-${size}-${colorScheme}.png` });
        await expectAccessible(page);

        await page.route('**/serviceOrder/**', (route) => route.fulfill({ status: 500, json: {} }));
        for (const path of ['/service-orders', '/']) {
          await page.goto(path);
          await expect(page.getByText(/Failed to load/)).toBeVisible();
          await page.screenshot({
            path: `${RUN_DIR}/screens/failed${path.replace('/', '-')}-${size}-${colorScheme}.png`,
          });
          await expectAccessible(page);
        }
      });
    });
  }
}
