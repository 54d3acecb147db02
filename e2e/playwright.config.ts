import { defineConfig } from '@playwright/test';
import { PORTAL_URL } from './support/addresses';
import { browserLaunchOptions } from './support/browser';
import type { Engine } from './support/engine-test';

/** The slowest drills run first, so that the workers end together. */
const LONGEST = ['**/outside.spec.ts', '**/warranty.spec.ts', '**/release-day.spec.ts', '**/answers.spec.ts'];

/** These drills run in a browser of each engine, by `test:engines` alone. */
const ENGINES = '**/engines.spec.ts';

/** Drills publish remotes of other bundlers, and packages: a project of its own builds them first. */
const REMOTES = '**/build-remotes.ts';

const drills = { testDir: './drills', dependencies: ['remotes'] };

export default defineConfig<object, { engine: Engine }>({
  outputDir: './results/artifacts',
  globalSetup: './support/start.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 240_000,
  // A retry collects a trace. `pnpm test` counts a flaky test as failed.
  retries: 1,
  // Waiting longer costs a passing test nothing, and a busy machine may be ten times slower than a quiet one.
  expect: { timeout: 30_000 },
  projects: [
    { name: 'tests', testDir: './tests' },
    { name: 'remotes', testDir: './drills', testMatch: REMOTES },
    { name: 'longest', ...drills, testMatch: LONGEST },
    { name: 'drills', ...drills, testIgnore: [...LONGEST, ENGINES, REMOTES] },
    ...(['chromium', 'firefox', 'webkit'] as const).map((engine) => ({
      name: engine,
      testDir: './drills',
      testMatch: ENGINES,
      use: { engine },
    })),
  ],
  reporter: [['list'], ['json', { outputFile: './results/report.json' }]],
  use: {
    baseURL: PORTAL_URL,
    // By default, an action and an event are waited for until the whole test times out.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Pages that come through a worker cannot be routed.
    serviceWorkers: 'block',
    launchOptions: await browserLaunchOptions(),
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
});
