import type { BrowserContext, Page } from '@playwright/test';
import { EMBEDDED_URL, HOST_URL, PORTAL_URL, screenUrl } from '../support/addresses';
import { signInBrowser } from '../support/session';
import { expect, test } from '../support/test';

/**
 * A tab ends without a word: the browser crashes it, runs out of memory, or loses its power. Whatever the tab has left in
 * the browser, the next page works. KILLS=200 kills as many tabs; by default, ten.
 */
const KILLS = Number(process.env['KILLS'] ?? 10);

/** A start lasts about a second. */
const LONGEST_MS = 1500;

/** How many milliseconds a mark needs until the next page may believe it. */
const OLD_MS = 60_000;

interface Place {
  /** Completes "a tab killed …". */
  description: string;
  isEmbedded: boolean;
  isSignedIn: boolean;
  path: (orders: string) => string;
  works: (page: Page, orders: string) => Promise<void>;
}

const signInWorks = (page: Page) =>
  expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible({ timeout: 30_000 });
const listWorks = (page: Page) =>
  expect(page.getByRole('link', { name: /View Details/ })).toHaveCount(10, { timeout: 30_000 });
const orderWorks = (page: Page, orders: string) =>
  expect(page.getByRole('heading', { level: 1, name: `${orders}8` })).toBeVisible({ timeout: 30_000 });

const PLACES: readonly Place[] = [false, true].flatMap((isEmbedded) => {
  const where = isEmbedded ? 'embedded' : "on the portal's own page";
  return [
    { screen: 'sign-in', isSignedIn: false, path: () => '/login', works: signInWorks },
    { screen: 'list', isSignedIn: true, path: () => '/service-orders', works: listWorks },
    {
      screen: 'order',
      isSignedIn: true,
      path: (orders: string) => `/service-order/${orders}8`,
      works: orderWorks,
    },
  ].map(({ screen, ...place }) => ({ ...place, isEmbedded, description: `in ${screen}, ${where}` }));
});

const urlOf = ({ isEmbedded, path }: Place, orders: string): string =>
  isEmbedded ? screenUrl('plain', 'browser', path(orders)) : PORTAL_URL + path(orders);

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

for (const [number, place] of PLACES.entries())
  test(`the next page works after a tab was killed ${place.description}`, async ({
    context,
    customer: { email, orders },
  }) => {
    const kills = Math.floor((KILLS + number) / PLACES.length);
    if (place.isSignedIn && place.isEmbedded) await signInBrowser(context, EMBEDDED_URL, email, HOST_URL);
    else if (place.isSignedIn) await signInBrowser(context, PORTAL_URL, email);
    await letTimePass(context);
    for (let kill = 0; kill < kills; kill += 1) {
      const afterMs = Math.round(Math.random() * LONGEST_MS);
      await test.step(`killed after ${afterMs} ms`, async () => {
        await killTab(context, urlOf(place, orders), afterMs);
        const next = await context.newPage();
        await next.goto(urlOf(place, orders));
        await place.works(next, orders);
        // A browser that has run the versions marks nothing: forget them.
        await next.evaluate(() => localStorage.clear());
        await next.close();
      });
    }
  });
