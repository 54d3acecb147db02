import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from './support/browser';
import { PORTAL_URL } from './support/addresses';

/** They run first, so that the workers end together. */
const LONGEST = ['**/release-day.spec.ts', '**/order-notification.spec.ts'];

export default defineConfig({
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
    { name: 'others', testIgnore: LONGEST },
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
