import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, preferColorScheme } from '../support/accessibility';
import { EMBEDDED_URL } from '../support/addresses';
import { RUN_DIR } from '../support/directories';
import { expect, test } from '../support/test';

/*
 * Checks every screen with axe. By default, each screen is checked in one language, width and color scheme, which
 * alternate; `screens.spec.ts` covers English. To check all combinations and take pictures:
 * EVERY_SCREEN=1 pnpm --filter e2e test every-screen
 */
const isWhole = Boolean(process.env['EVERY_SCREEN']);

const LANGUAGES = isWhole ? ['en', 'de', 'es', 'fr', 'ar'] : ['de', 'ar'];

const VARIANTS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  ...(isWhole
    ? ([
        { width: 768, colorScheme: 'light' },
        { width: 768, colorScheme: 'dark' },
      ] as const)
    : []),
] as const;

interface Screen {
  path: string;
  /** A selector of an element that the screen has in every language. */
  shown: string;
  /** The customer's actions on the screen. */
  act?: (page: Page) => Promise<void>;
  /** Replaces the portal's answer to the list of orders. */
  list?: { status?: number; json: unknown };
}

const press = (button: string) => (page: Page) => page.locator(button).click();

const manyOrders = Array.from({ length: 130 }, (_, index) => ({
  ServiceOrderNbr: `M${index}`,
  Description: `Boiler repair ${index}`,
  Status: index % 3 ? 'Open' : 'Completed',
  LastModifiedDateTime: new Date(Date.UTC(2026, 2, 1, index)).toISOString(),
}));

const signInScreens = (newcomer: string): Record<string, Screen> => ({
  'sign-in': { path: '/login', shown: 'input[type=email]' },
  'sign-in-phone': { path: '/login', act: press('button[value=phone]'), shown: 'input[type=tel]' },
  'sign-in-code': {
    path: '/login',
    act: async (page) => {
      await page.locator('input[type=email]').fill(newcomer);
      await page.keyboard.press('Enter');
    },
    shown: 'input[name=code]',
  },
});

const customerScreens = (orders: string): Record<string, Screen> => ({
  latest: { path: '/', shown: 'strong:text("heat exchanger")' },
  list: { path: '/service-orders', shown: `a[href$="/service-order/${orders}8"]` },
  many: { path: '/service-orders', list: { json: manyOrders }, shown: 'input[type=search]' },
  searched: {
    path: '/service-orders?q=boiler&status=open',
    list: { json: manyOrders },
    shown: 'mark >> nth=0',
  },
  empty: { path: '/service-orders', list: { json: [] }, shown: 'main h1' },
  failed: { path: '/service-orders', list: { status: 500, json: {} }, shown: 'main [role=alert]' },
  detail: { path: `/service-order/${orders}7`, shown: 'main ol' },
  missing: { path: '/service-order/none', shown: 'main h1' },
  preferences: { path: '/notification-preferences', shown: 'input[type=checkbox] >> nth=0' },
  'not-found': { path: '/nowhere', shown: 'main h1' },
  languages: {
    path: '/notification-preferences',
    act: press('header button[aria-haspopup=menu] >> nth=0'),
    shown: '[role=menuitemradio] >> nth=0',
  },
});

test.describe('every screen is accessible and fits', () => {
  test.use({ baseURL: EMBEDDED_URL });

  for (const [languageIndex, language] of LANGUAGES.entries())
    test(`in ${language}`, async ({ page, context, customer, newcomer, signIn }) => {
      test.setTimeout(isWhole ? 900_000 : 120_000);
      await context.addCookies([{ name: 'portal_language', value: language, url: EMBEDDED_URL }]);

      const variantsOf = (index: number) => {
        if (isWhole) return VARIANTS;
        const turn = Math.floor(index / LANGUAGES.length) % VARIANTS.length;
        return index % LANGUAGES.length === languageIndex ? VARIANTS.slice(turn, turn + 1) : [];
      };

      const visit = async (screens: Record<string, Screen>) => {
        for (const [index, [name, { path, shown, act, list }]] of Object.entries(screens).entries())
          await test.step(name, async () => {
            if (variantsOf(index).length === 0) return;
            if (list) await page.route('**/serviceOrder/list', (route) => route.fulfill(list));
            await page.goto(path);
            await act?.(page);
            await expect(page.locator(shown)).toBeVisible({ timeout: 30_000 });
            await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
            for (const { width, colorScheme } of variantsOf(index)) {
              await page.setViewportSize({ width, height: 800 });
              // The list keeps its scroll position, so a control half below the bar would count as a small target.
              await page.evaluate(() => scrollTo(0, 0));
              await preferColorScheme(page, colorScheme);
              await expectAccessible(page);
              await expectNoSidewaysScroll(page);
              if (isWhole)
                await page.screenshot({
                  path: `${RUN_DIR}/every/${name}-${language}-${width}-${colorScheme}.png`,
                });
            }
            await page.unrouteAll();
          });
      };

      await visit(signInScreens(newcomer));
      await signIn(customer.email, '/');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await visit(customerScreens(customer.orders));
    });
});
