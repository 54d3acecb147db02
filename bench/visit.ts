import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** Slow 4G as Lighthouse and WebPageTest define it, on a phone with a quarter of this machine's speed. */
export const SLOW_4G = { latencyMs: 150, bitsPerSecond: 1_600_000, cpuSlowdown: 4 };

type Conditions = typeof SLOW_4G;

/** Matches once the orders are on the screen: the link of a row. */
const ORDERS_SHOWN = 'a[href*="/service-order/"]';

const SHOWN = 'bench shown';

/** A request after the HTML, in milliseconds since the navigation began. */
interface PageRequest {
  path: string;
  kind: string;
  start: number;
  end: number;
  /** The size of the body as sent. */
  bytes: number;
  isCached: boolean;
  /** 1: starts without waiting for another request; 2: starts after one of level 1 has ended … */
  level: number;
}

export interface Visit {
  /** Milliseconds until the content was painted. */
  shownMs: number;
  firstPaintMs: number;
  htmlBytes: number;
  /** The requests that started before the content was painted. */
  requests: PageRequest[];
  scriptBytes: number;
  levels: number;
  /** CPU time of the main thread until it was idle, in milliseconds. */
  cpuMs: number;
}

/** Marks the time at which the content is painted, also in an embedded portal. */
const watch = ([selector, mark]: readonly [string, string]): void => {
  let watched: ShadowRoot | null | undefined;
  const observer = new MutationObserver(() => {
    const embedded = document.querySelector('customer-portal')?.shadowRoot;
    if (embedded && embedded !== watched) {
      watched = embedded;
      observer.observe(embedded, { childList: true, subtree: true });
    }
    if (!(embedded ?? document).querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark(mark)));
  });
  observer.observe(document, { childList: true, subtree: true });
};

/** Reads the browser's performance entries. */
const readTimeline = (mark: string) => {
  const shownMs = performance.getEntriesByName(mark)[0]?.startTime ?? 0;
  const [navigation] = performance.getEntriesByType('navigation');
  const resources = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => 'encodedBodySize' in entry);
  return {
    shownMs,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    htmlBytes: navigation && 'encodedBodySize' in navigation ? Number(navigation.encodedBodySize) : 0,
    requests: resources
      .filter(({ startTime, initiatorType }) => startTime < shownMs && initiatorType !== 'beacon')
      .map(({ name, initiatorType, startTime, responseEnd, encodedBodySize, transferSize }) => ({
        path: new URL(name).pathname,
        kind: /\.m?js$/.test(new URL(name).pathname) ? 'script' : initiatorType,
        start: startTime,
        end: responseEnd,
        bytes: encodedBodySize,
        isCached: transferSize === 0,
      })),
  };
};

/** Adds levels. Keeps the first entry of each path, because a used preload has two. */
const withLevels = (requests: Omit<PageRequest, 'level'>[]): PageRequest[] => {
  const sorted = [...requests].sort((one, other) => one.start - other.start);
  const first = sorted.filter(
    ({ path }, index) => sorted.findIndex((known) => known.path === path) === index,
  );
  return first.reduce<PageRequest[]>((known, request) => {
    const before = known.filter(({ end }) => end <= request.start).map(({ level }) => level);
    return [...known, { ...request, level: 1 + Math.max(0, ...before) }];
  }, []);
};

/** Slows down the network and the CPU of a page. */
const throttle = async (session: CDPSession, { latencyMs, bitsPerSecond, cpuSlowdown }: Conditions) => {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
};

const cpuOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
};

/** Waits until the main thread has nothing left to do. */
const untilIdle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++)
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 20_000 }));
  });

/** Opens a context with an empty cache; signed in if there is a `session`. */
export const openContext = async (
  browser: Browser,
  url: string,
  session?: string,
): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const cookie = {
    name: 'session_token',
    value: session ?? '',
    url,
    httpOnly: true,
    sameSite: 'Lax',
  } as const;
  if (session) await context.addCookies([cookie]);
  return context;
};

interface VisitOptions {
  address: string;
  /** A selector that matches once the page shows its content; default: a row of the orders. */
  shown?: string;
  conditions?: Conditions;
}

/** Opens an address in a new tab, and measures until its content is painted and the page is idle. */
export const visit = async (
  context: BrowserContext,
  { address, shown = ORDERS_SHOWN, conditions }: VisitOptions,
): Promise<Visit> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  if (conditions) {
    await session.send('Network.enable');
    await throttle(session, conditions);
  }
  await page.addInitScript(watch, [shown, SHOWN] as const);
  const before = await cpuOf(session);
  await page.goto(address, { waitUntil: 'commit', timeout: 120_000 });
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, SHOWN, {
    polling: 250,
    timeout: 120_000,
  });
  await untilIdle(page);
  const cpuMs = (await cpuOf(session)) - before;
  const { requests, ...measured } = await page.evaluate(readTimeline, SHOWN);
  await page.close();
  const levelled = withLevels(requests);
  return {
    ...measured,
    cpuMs,
    requests: levelled,
    scriptBytes: levelled
      .filter(({ kind }) => kind === 'script')
      .reduce((total, { bytes }) => total + bytes, 0),
    levels: Math.max(0, ...levelled.map(({ level }) => level)),
  };
};
