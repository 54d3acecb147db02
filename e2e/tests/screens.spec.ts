import { LANGUAGES } from '@portal/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility';
import { EMBEDDED_URL } from '../support/addresses';
import { RUN_DIR } from '../support/directories';
import { answerCalls, SCREENS, type ScreenState } from '../support/screen-states';
import { expect, test } from '../support/test';

/*
 * Checks every screen in each state with axe. By default, language, width, and color scheme alternate from state to
 * state. All combinations, with pictures: EVERY_SCREEN=1 pnpm --filter e2e test screens
 */
const isWhole = Boolean(process.env['EVERY_SCREEN']);

/** 320 px is WCAG's reflow (1.4.10). */
const WIDTHS = [1440, 320, 768] as const;
const SCHEMES = ['light', 'dark'] as const;

const VARIANTS = WIDTHS.flatMap((width) => SCHEMES.map((colorScheme) => ({ width, colorScheme })));

/** The entries of a list whose turn it is. */
const turn = <T>(all: readonly T[], index: number): readonly T[] =>
  isWhole ? all : all.slice(index % all.length, (index % all.length) + 1);

const expectGood = async (page: Page, name: string, index: number): Promise<void> => {
  for (const { width, colorScheme } of turn(VARIANTS, index)) {
    await page.setViewportSize({ width, height: 800 });
    // A screen keeps its scroll position, so a control half below the bar would count as a small target.
    await page.evaluate(() => scrollTo(0, 0));
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mui-color-scheme', colorScheme);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    if (isWhole) await page.screenshot({ path: `${RUN_DIR}/screens/${name}-${width}-${colorScheme}.png` });
  }
};

const open = async (page: Page, state: ScreenState): Promise<void> => {
  await answerCalls(page, state);
  await page.goto(state.path);
  await page.locator('#main').getByRole('heading').first().waitFor();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};

// This portal speaks all languages.
test.use({ baseURL: EMBEDDED_URL });

const states = Object.entries(SCREENS).flatMap(([screen, all]) =>
  Object.entries(all).map(([name, state]) => ({ name: `${screen} ${name}`, state })),
);

for (const [index, { name, state }] of states.entries())
  test(`the screen "${name}" is accessible and fits`, async ({ page, context }) => {
    test.setTimeout(isWhole ? 900_000 : 120_000);
    // The actions of a state know English words.
    for (const language of state.act ? ['en'] : turn(LANGUAGES, index)) {
      await context.addCookies([{ name: 'portal_language', value: language, url: EMBEDDED_URL }]);
      await open(page, state);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await state.act?.(page);
      await expectGood(page, `${name}-${language}`, index);
    }
  });

for (const width of [1280, 390])
  test(`the open menu and the color mode choice are accessible at ${width} px`, async ({
    page,
    customer,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(customer.email);
    await page.getByRole('button', { name: /menu/ }).click();
    await expectAccessible(page);
    // On a phone, it is in the menu.
    await page.getByRole('button', { name: /Color mode/ }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
    await expectAccessible(page);
  });
