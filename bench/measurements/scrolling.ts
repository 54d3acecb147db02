import type { Page } from '@playwright/test';
import { PHONES } from '../customers';
import { startPortal } from '../portal';
import type { Bench } from '../results';
import { amount } from '../row';
import { signIn } from '../sign-in';
import { openContext, untilIdle } from '../visit';

const WIDTHS = [1280, 390];

/** Turns of the wheel, each of a few rows. */
const TURNS = 60;

/** The longest time between two frames while the list is scrolled, in milliseconds. */
const longestFrame = async (page: Page): Promise<number> => {
  const frames = await page.evaluateHandle(() => {
    const watched = { longest: 0, isOver: false };
    void (async () => {
      let before = await new Promise<number>(requestAnimationFrame);
      while (!watched.isOver) {
        const now = await new Promise<number>(requestAnimationFrame);
        watched.longest = Math.max(watched.longest, now - before);
        before = now;
      }
    })();
    return watched;
  });
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, height / 2);
  for (let turn = 0; turn < TURNS; turn++) {
    await page.mouse.wheel(0, 240);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return frames.evaluate((watched) => {
    watched.isOver = true;
    return watched.longest;
  });
};

/** The time from the choice of the dark scheme until it is painted, in milliseconds. */
const darkMs = async (page: Page): Promise<number> => {
  await page.getByRole('button', { name: /color mode/i }).click();
  const dark = page.getByRole('menuitemradio', { name: /dark/i });
  return dark.evaluate(async (choice: HTMLElement) => {
    // Live: its values follow the page's style.
    const shown = getComputedStyle(document.body);
    const light = shown.backgroundColor;
    const chosen = performance.now();
    choice.click();
    while (shown.backgroundColor === light) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - chosen;
  });
};

/** The cost of scrolling through 10,000 orders, and of changing their colors. */
export const scrolling = async ({ browser, rounds }: Bench) => {
  const portal = await startPortal('scrolling');
  const session = await signIn(portal, PHONES.manyOrders);
  const measureAt = async (width: number) => {
    const context = await openContext(browser, portal.url, session);
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${portal.url}/service-orders`);
    await page
      .getByRole('link', { name: /View Details/ })
      .first()
      .waitFor();
    await untilIdle(page);
    const frame = await longestFrame(page);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    const dark = await darkMs(page);
    await context.close();
    return { frame, nodes, dark };
  };
  const rows = [];
  for (const width of WIDTHS) {
    const measured = [];
    for (let round = 0; round < rounds; round++) measured.push(await measureAt(width));
    const at = `10,000 orders, ${width} px`;
    rows.push(
      amount({
        what: `${at}: longest frame while scrolling`,
        unit: 'ms',
        ours: measured.map(({ frame }) => frame),
        goal: { atMost: 50 },
      }),
      amount({
        what: `${at}: nodes`,
        ours: measured.map(({ nodes }) => nodes),
        goal: { atMost: 3000 },
      }),
      amount({
        what: `${at}: until the dark colors`,
        unit: 'ms',
        ours: measured.map(({ dark }) => dark),
        goal: { atMost: 500 },
      }),
    );
  }
  await portal.stop();
  return { rows };
};
