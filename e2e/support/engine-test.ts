import {
  chromium,
  expect,
  firefox,
  test as base,
  webkit,
  type BrowserType,
  type LaunchOptions,
} from '@playwright/test';
import { existsSync } from 'node:fs';
import { browserLaunchOptions } from './browser';
import { takeCustomer, type Customer } from './customers';
import { debianFirefox } from './firefox';
import { visitorOf, type StartEngine, type Visitor } from './visitor';
import { debianWebkit } from './webkit';

/** Finds the browsers of other engines for the tests: CONTRIBUTING.md#tests. */

const byPlaywright =
  (type: BrowserType, options: LaunchOptions = {}): StartEngine =>
  async (hear) => {
    const browser = await type.launch(options);
    const page = await browser.newPage({ locale: 'en-US', serviceWorkers: 'allow' });
    page.on('pageerror', ({ message }) => hear('error', message));
    page.on('console', (message) => hear(message.type(), message.text()));
    return { visitor: visitorOf(page), close: () => browser.close() };
  };

/** Playwright's own build, or Debian's. */
const ownOr = (type: BrowserType, other: () => Promise<StartEngine>): (() => Promise<StartEngine>) =>
  existsSync(type.executablePath()) ? async () => byPlaywright(type) : other;

/** Finds a browser of each engine. @throws where there is none */
const ENGINES = {
  chromium: async () => byPlaywright(chromium, await browserLaunchOptions()),
  firefox: ownOr(firefox, debianFirefox),
  webkit: ownOr(webkit, debianWebkit),
} satisfies Record<string, () => Promise<StartEngine>>;

export type Engine = keyof typeof ENGINES;

interface Fixtures {
  /** A customer at a browser of this project's engine. A test fails if the console has a warning or an error. */
  visitor: Visitor;
  /** A customer that no other test uses. */
  customer: Customer;
}

interface WorkerFixtures {
  engine: Engine;
  start: Awaited<ReturnType<(typeof ENGINES)[Engine]>>;
}

/**
 * Expected on the console: `/auth-check` responds 401 before the sign-in, and Firefox under Puppeteer sometimes checks a
 * preloaded script before it has a byte of it, whose hash is that of nothing.
 */
const EXPECTED = /status of 401|The computed hash is “OLBgp1GsljhM2TJ/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  // Downloads Debian's packages the first time.
  start: [async ({ engine }, use) => use(await ENGINES[engine]()), { scope: 'worker', timeout: 600_000 }],
  visitor: async ({ start }, use) => {
    const complaints: string[] = [];
    const { visitor, close } = await start((level, text) => {
      if (/^(warn|error)/.test(level) && !EXPECTED.test(text)) complaints.push(text);
    });
    await use(visitor);
    await close();
    expect(complaints).toEqual([]);
  },
  customer: async ({}, use) => use(await takeCustomer()),
});

export { expect };
