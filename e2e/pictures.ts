import { chromium, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserLaunchOptions } from './support/browser';
import { WORKSPACE } from './support/directories';
import { startPortalProcess } from './support/portal-process';
import { answerCalls, SCREENS, type ScreenState } from './support/screen-states';

/**
 * `pnpm --filter e2e pictures`: photographs every screen in each state, size and color scheme, for people to look at. Each
 * state gets one sheet with all pictures side by side; orders are printed, too. `pnpm --filter e2e pictures list order`
 * takes two screens.
 */

const OUT = join(WORKSPACE, 'e2e/results/pictures');
const PORT = 4720;

/** The demo's orders are recent on this day. */
const NOW = new Date('2026-03-10T15:00:00Z');

const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 };
const LOOKS = [
  { name: 'light', widths: [390, 768, 1440], media: { colorScheme: 'light' } },
  { name: 'dark', widths: [390, 768, 1440], media: { colorScheme: 'dark' } },
  { name: 'forced-colors', widths: [768], media: { colorScheme: 'light', forcedColors: 'active' } },
] as const;

/** The width fits the three sizes of a look, at half their size. */
const SHEET = { width: 1363, height: 900 };
const SHEET_STYLE =
  'display: flex; flex-wrap: wrap; align-items: start; gap: 16px; margin: 16px; background: #777';

/** The default margin of browsers. */
const PAPER_MARGIN = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };

/** The height of a picture of a scrolling screen, in windows. */
const MAX_WINDOWS = 2;

const dataDir = await mkdtemp(join(tmpdir(), 'portal-pictures-'));
const stop = await startPortalProcess({
  port: PORT,
  dataDir,
  demo: true,
  environment: {
    // Nothing listens there: the browser answers all calls.
    API_UPSTREAM: 'http://localhost:9',
    SUPPORT_EMAIL: 'help@example.com',
    SUPPORT_PHONE: '+1 202 555 0100',
  },
});
const browser = await chromium.launch(await browserLaunchOptions());

const openScreen = async (state: ScreenState): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: `http://localhost:${PORT}`,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  // Generous, for busy machines: nothing is measured.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await answerCalls(page, state);
  await page.goto(state.path);
  await page.locator('#main').getByRole('heading').first().waitFor();
  await page.waitForLoadState('networkidle');
  await state.then?.(page);
  return page;
};

const photograph = async (page: Page, path: string, width: keyof typeof HEIGHTS): Promise<string> => {
  const height = HEIGHTS[width];
  await page.setViewportSize({ width, height });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(whole, MAX_WINDOWS * height) };
  const picture = await page.screenshot({ path, fullPage: true, clip });
  return `<img src="data:image/png;base64,${picture.toString('base64')}" width="${width / 2}">`;
};

const take = async (screen: string, name: string, state: ScreenState): Promise<void> => {
  const page = await openScreen(state);
  const sheet: string[] = [];
  for (const look of LOOKS) {
    await page.emulateMedia(look.media);
    for (const width of look.widths)
      sheet.push(await photograph(page, join(OUT, screen, `${name}-${look.name}-${width}.png`), width));
  }
  if (screen === 'order')
    for (const format of ['A4', 'Letter'])
      await page.pdf({ path: join(OUT, screen, `${name}-${format}.pdf`), format, margin: PAPER_MARGIN });
  await page.context().close();

  const wall = await browser.newPage({ viewport: SHEET });
  await wall.setContent(`<body style="${SHEET_STYLE}">${sheet.join('')}`);
  await wall.screenshot({ path: join(OUT, `${screen}-${name}.png`), fullPage: true });
  await wall.close();
};

const wanted = process.argv.slice(2);
for (const [screen, states] of Object.entries(SCREENS)) {
  if (wanted.length > 0 && !wanted.includes(screen)) continue;
  for (const [name, state] of Object.entries(states)) await take(screen, name, state);
  process.stdout.write(`${screen}\n`);
}

await browser.close();
await stop();
await rm(dataDir, { recursive: true });
process.stdout.write(`${OUT}\n`);
