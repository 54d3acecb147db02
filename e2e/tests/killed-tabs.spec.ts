import type { BrowserContext } from '@playwright/test';
import { EMBEDDED_URL, HOST_URL, PORTAL_URL, screenUrl } from '../support/addresses';
import { signInBrowser } from '../support/session';
import { expect, test } from '../support/test';

/**
 * A tab ends without a word: the browser crashes it, runs out of memory, or loses its power. Whatever the tab has left in
 * the browser, the next page works.
 */

/** When tabs are killed, in milliseconds: a start lasts about a second. */
const KILLED_AFTER_MS = [100, 500, 900, 1300];

/** How many milliseconds a mark needs until the next page may believe it. */
const OLD_MS = 60_000;

const PLACES = {
  "on the portal's own page": {
    url: `${PORTAL_URL}/service-orders`,
    signIn: (context: BrowserContext, email: string) => signInBrowser(context, PORTAL_URL, email),
  },
  embedded: {
    url: screenUrl('plain', 'browser', '/service-orders'),
    signIn: (context: BrowserContext, email: string) => signInBrowser(context, EMBEDDED_URL, email, HOST_URL),
  },
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

for (const [where, { url, signIn }] of Object.entries(PLACES))
  test(`the next page works after a tab was killed, ${where}`, async ({ context, customer: { email } }) => {
    await signIn(context, email);
    await letTimePass(context);
    for (const afterMs of KILLED_AFTER_MS)
      await test.step(`killed after ${afterMs} ms`, async () => {
        await killTab(context, url, afterMs);
        const next = await context.newPage();
        await next.goto(url);
        await expect(next.getByRole('link', { name: /View Details/ }).nth(9)).toBeVisible();
        // A browser that has run the versions marks nothing: forget them.
        await next.evaluate(() => localStorage.clear());
        await next.close();
      });
  });
