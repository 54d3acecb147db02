import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from './support/browser';
import { PORTAL_URL } from './support/addresses';

export default defineConfig({
  testDir: './tests',
  outputDir: './results/artifacts',
  globalSetup: './support/start.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 120_000,
  // A test that passes only at its second try is printed and counted as failed by `pnpm test`.
  retries: 1,
  expect: { timeout: 10_000 },
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
