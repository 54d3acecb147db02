import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility';
import { expect, test } from '../support/test';

// WCAG 2.2: text spacing (1.4.12), and reflow at 320 px (1.4.10).
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

const screensOf = (orders: string) =>
  ['/', '/service-orders', `/service-order/${orders}8`, '/notification-preferences', '/nowhere'] as const;

const open = async (page: Page, path: string) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};

/** Expects the top bar to show its title in full. */
const expectWholeTitle = async (page: Page) => {
  const title = page.getByRole('banner').getByText('Acme Customer Dashboard');
  expect(
    await title.evaluate((text) => {
      const bar = text.closest('header')?.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(text);
      const { bottom, right } = words.getBoundingClientRect();
      return (
        bar !== undefined &&
        bottom <= bar.bottom &&
        right <= bar.right &&
        text.scrollWidth <= text.clientWidth
      );
    }),
  ).toBe(true);
};

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, bypassCSP: true });

  test('every screen fits with the text spacing of WCAG', async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    for (const path of screensOf(customer.orders)) {
      await open(page, path);
      await expectWholeTitle(page);
      await page.addStyleTag({ content: TEXT_SPACING });
      await expectWholeTitle(page);
      await expectNoSidewaysScroll(page);
    }
  });
});

test('the top bar never covers the focus', async ({ page, customer, signIn }) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  await signIn(customer.email);
  const details = page.getByRole('link', { name: /View Details/ });
  await details.last().focus();
  for (let left = await details.count(); left > 1; left--) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
    const bar = await page.getByRole('banner').boundingBox();
    expect(top).toBeGreaterThanOrEqual(bar?.height ?? Infinity);
  }
});

test.describe('with reduced motion', () => {
  test.use({ viewport: { width: 400, height: 700 }, contextOptions: { reducedMotion: 'reduce' } });

  test('the drawer opens without an animation', async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().duration !== 0)
          .length,
    );
    expect(moving).toBe(0);
  });
});

test.describe('in forced colors', () => {
  test.use({ viewport: { width: 400, height: 700 }, contextOptions: { forcedColors: 'active' } });

  test('the drawer and menus have a border', async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCSS('border-right-style', 'solid');
    await page.getByRole('button', { name: /Color mode/ }).click();
    await expect(page.locator('.MuiMenu-paper')).toHaveCSS('border-right-style', 'solid');
  });
});
