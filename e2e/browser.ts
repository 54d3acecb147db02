import { chromium } from '@playwright/test';
import { browserLaunchOptions } from './support/browser';
import { findEngines } from './support/engines';

/**
 * The first step of `pnpm test`: launches the browser once, and looks for browsers of other engines. Without a browser, it
 * fails with one sentence. If an engine is missing, it says so, and fails only if E2E_ENGINES is `all`.
 */

const launch = async (): Promise<void> => {
  const browser = await chromium.launch(await browserLaunchOptions());
  await browser.close();
};

try {
  await launch();
  const { found, missing } = await findEngines({ fetch: true });
  const lines = [...found.map(({ name, version, from }) => `${name} ${version}: ${from}`), ...missing];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (missing.length > 0 && process.env['E2E_ENGINES'] === 'all')
    throw new Error('E2E_ENGINES=all, but not every engine is here.');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
