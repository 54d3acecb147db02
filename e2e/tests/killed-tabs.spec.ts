import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { EMBEDDED_URL, PORTAL_URL } from '../support/addresses';
import { browserLaunchOptions } from '../support/browser';
import { customerEmail, ordersPrefix } from '../support/customers';
import { hostUrl, screenUrl } from '../support/host-address';
import { userAgentAt } from '../support/load-balancer';
import { openSession } from '../support/session';
import { takeCustomer } from '../support/take-customer';
import { addressOf, expect, test } from '../support/test';

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

/** A browser's profile, signed in if the place needs it. */
const openProfile = async ({ isEmbedded, isSignedIn }: Place, index: number) => {
  const headers = isEmbedded
    ? { 'user-agent': userAgentAt(addressOf(index)) }
    : { 'x-forwarded-for': addressOf(index) };
  const browser = await chromium.launch(await browserLaunchOptions());
  const context = await browser.newContext({
    locale: 'en-US',
    ...(isEmbedded
      ? // Without the runner's own header, which needs the permission of CORS.
        { userAgent: userAgentAt(addressOf(index)), extraHTTPHeaders: {} }
      : { extraHTTPHeaders: headers }),
  });
  if (isSignedIn) {
    const url = isEmbedded ? EMBEDDED_URL : PORTAL_URL;
    const value = await openSession(url, customerEmail(index), headers);
    const site = new URL(hostUrl('plain'));
    await context.addCookies([
      isEmbedded
        ? {
            name: 'session_token',
            value,
            domain: new URL(url).hostname,
            path: '/',
            httpOnly: true,
            secure: true,
            sameSite: 'None',
            partitionKey: `${site.protocol}//${site.hostname}`,
          }
        : { name: 'session_token', value, url, httpOnly: true, sameSite: 'Lax' },
    ]);
  }
  return { browser, context };
};

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
  test(`the next page works after a tab was killed ${place.description}`, async () => {
    const index = await takeCustomer();
    const orders = ordersPrefix(index);
    const kills = Math.floor((KILLS + number) / PLACES.length);
    const { browser, context } = await openProfile(place, index);
    await letTimePass(context);
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        // A browser that has run the versions marks nothing: forget them.
        const afterMs = Math.round(Math.random() * LONGEST_MS);
        await test.step(`killed after ${afterMs} ms`, async () => {
          await killTab(context, urlOf(place, orders), afterMs);
          const next = await context.newPage();
          await next.goto(urlOf(place, orders));
          await place.works(next, orders);
          await next.evaluate(() => localStorage.clear());
          await next.close();
        });
      }
    } finally {
      await browser.close();
    }
  });
