import type { BrowserContext, Page } from '@playwright/test';
import { EMBEDDED_URL, HOST_URL, PORTAL_URL, screenUrl } from '../support/addresses';
import { signInBrowser } from '../support/session';
import { expect, test } from '../support/test';

/**
 * A tab ends without a word: the browser crashes it, runs out of memory, or loses its power. Whatever the tab has left in
 * the browser, the next page works. KILLS=200 kills as many tabs; by default, twelve.
 */
const KILLS = Number(process.env['KILLS'] ?? 12);

/** A start lasts about a second. */
const LONGEST_MS = 1500;

/** How many milliseconds a mark needs until the next page may believe it. */
const OLD_MS = 60_000;

const SCREENS = [
  {
    screen: 'sign-in',
    path: () => '/login',
    shown: (page: Page) => page.getByRole('textbox', { name: 'Email' }),
  },
  {
    screen: 'list',
    path: () => '/service-orders',
    shown: (page: Page) => page.getByRole('link', { name: /View Details/ }).nth(9),
  },
  {
    screen: 'order',
    path: (orders: string) => `/service-order/${orders}8`,
    shown: (page: Page, orders: string) => page.getByRole('heading', { level: 1, name: `${orders}8` }),
  },
];

const PLACES = {
  "on the portal's own page": {
    urlOf: (path: string) => PORTAL_URL + path,
    signIn: (context: BrowserContext, email: string) => signInBrowser(context, PORTAL_URL, email),
  },
  embedded: {
    urlOf: (path: string) => screenUrl('plain', 'browser', path),
    signIn: (context: BrowserContext, email: string) => signInBrowser(context, EMBEDDED_URL, email, HOST_URL),
  },
};

/** Of each screen in each place. */
const KILLS_OF_EACH = Math.ceil(KILLS / (SCREENS.length * Object.keys(PLACES).length));

/** Opens a page and ends its renderer after some time, without any of its handlers. */
const killTab = async (context: BrowserContext, url: string, afterMs: number): Promise<void> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  await page.goto(url, { waitUntil: 'commit' });
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  // The crashed renderer sends no answer.
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
};

/** Lets time pass for what killed tabs have left: otherwise, each next page would have to wait for it. */
const letTimePass = (context: BrowserContext) =>
  context.addInitScript((ms) => {
    for (const [key, value] of Object.entries<string>(localStorage))
      if (key.startsWith('portal-start:') && !sessionStorage.getItem('aged'))
        localStorage.setItem(key, String(Number.parseInt(value, 10) - ms));
    sessionStorage.setItem('aged', 'yes');
  }, OLD_MS);

test.describe.configure({ timeout: 60_000 + KILLS * 10_000 });

for (const [where, { urlOf, signIn }] of Object.entries(PLACES))
  for (const { screen, path, shown } of SCREENS)
    test(`the next page works after a tab was killed in ${screen}, ${where}`, async ({
      context,
      customer: { email, orders },
    }) => {
      const url = urlOf(path(orders));
      if (screen !== 'sign-in') await signIn(context, email);
      await letTimePass(context);
      for (let kill = 0; kill < KILLS_OF_EACH; kill += 1) {
        const afterMs = Math.round(((kill + 0.5) / KILLS_OF_EACH) * LONGEST_MS);
        await test.step(`killed after ${afterMs} ms`, async () => {
          await killTab(context, url, afterMs);
          const next = await context.newPage();
          await next.goto(url);
          await expect(shown(next, orders)).toBeVisible();
          // A browser that has run the versions marks nothing: forget them.
          await next.evaluate(() => localStorage.clear());
          await next.close();
        });
      }
    });
