import type { BrowserContext } from '@playwright/test';
import { startCompanyPage } from '../company-page';
import { PHONES } from '../customers';
import { signIn } from '../portal';
import type { Bench } from '../results';
import { amount } from '../row';
import { openContext, SLOW_4G, throttle } from '../visit';

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
  const shift = await page.evaluate(async () => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    for (let turn = 0; turn < 3; turn++)
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 20_000 }));
    return sum;
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
        what: 'layout shift, the worst screen, own page',
        ours: [Math.max(...shifts.map(({ own }) => own))],
        goal: { atMost: 0 },
      }),
      amount({
        what: 'layout shift, the worst screen, embedded',
        ours: [Math.max(...shifts.map(({ embedded }) => embedded))],
        goal: { atMost: 0 },
      }),
    ],
    data: { shifts },
  };
};
