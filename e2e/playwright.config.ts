import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from './portal/browser';
import { PORTAL_URL } from './portal/addresses';

export default defineConfig({
  testDir: './tests',
  outputDir: './results/artifacts',
  globalSetup: './portal/start.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: './results/report.json' }]],
  use: {
    baseURL: PORTAL_URL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: await browserLaunchOptions(),
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
