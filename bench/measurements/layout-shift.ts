import type { BrowserContext } from '@playwright/test';
import { startCompanyPage } from '../company-page';
import { PHONES } from '../customers';
import type { Bench } from '../results';
import { amount } from '../row';
import { signIn } from '../sign-in';
import { openContext, SLOW_4G, throttle, untilIdle } from '../visit';

/** Each screen, and a text that appears when it has loaded. */
const SCREENS = [
  { path: '/login', text: 'Send Code' },
  { path: '/', text: 'Event Log' },
  { path: '/service-orders', text: 'View Details' },
  { path: '/service-order/U3', text: 'Event Log' },
  { path: '/notification-preferences', text: 'Save Preferences' },
] as const;

/** The sum of the shifts until the screen is loaded and the page idle, on a slow phone. */
const shiftOf = async (context: BrowserContext, address: string, text: string): Promise<number> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await throttle(session, SLOW_4G);
  await page.goto(address, { waitUntil: 'commit', timeout: 120_000 });
  await page.getByText(text).first().waitFor({ timeout: 120_000 });
  await untilIdle(page);
  const shift = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords();
    return entries.reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
  });
  await page.close();
  return shift;
};

/** The layout shift of each screen while it loads, in the portal's own page and embedded in a company's. */
export const layoutShift = async ({ browser }: Bench) => {
  const { host, portal, stop } = await startCompanyPage('layout-shift', 'display: block; min-height: 900px');
  const token = await signIn(portal, PHONES.usual);

  const shifts: { path: string; own: number; embedded: number }[] = [];
  for (const { path, text } of SCREENS) {
    const session = path === '/login' ? undefined : token;
    const shiftAt = async (address: string) => {
      const context = await openContext(browser, portal.url, session);
      const shift = await shiftOf(context, address, text);
      await context.close();
      return shift;
    };
    shifts.push({
      path,
      own: await shiftAt(portal.url + path),
      embedded: await shiftAt(`${host}/account${path}`),
    });
  }
  await stop();
  return {
    rows: [
      amount({
        what: 'worst layout shift, own page',
        ours: [Math.max(...shifts.map(({ own }) => own))],
        goal: { atMost: 0 },
      }),
      amount({
        what: 'worst layout shift, embedded',
        ours: [Math.max(...shifts.map(({ embedded }) => embedded))],
        goal: { atMost: 0 },
      }),
    ],
    data: { shifts },
  };
};
