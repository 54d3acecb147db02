import { defineConfig } from '@playwright/test';
import { PORTAL_URL } from './support/addresses';
import { browserLaunchOptions } from './support/browser';
import { findEngines, type Engine } from './support/engines';

/** The slowest specs run first, so that the workers end together. */
const LONGEST = ['**/outside.spec.ts', '**/release-day.spec.ts', '**/order-notification.spec.ts'];

/** These specs run in the browser of each engine that was found. */
const ENGINES = '**/engines.spec.ts';

export default defineConfig<object, { engine: Engine }>({
  testDir: './tests',
  outputDir: './results/artifacts',
  globalSetup: './support/start.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 120_000,
  // A retry collects a trace. `pnpm test` counts a flaky test as failed.
  retries: 1,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'longest', testMatch: LONGEST },
    ...(await findEngines({ fetch: false })).found.map((engine) => ({
      name: engine.name,
      testMatch: ENGINES,
      use: { engine },
    })),
    { name: 'others', testIgnore: [...LONGEST, ENGINES] },
  ],
  reporter: [['list'], ['json', { outputFile: './results/report.json' }]],
  use: {
    baseURL: PORTAL_URL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: await browserLaunchOptions(),
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
});
