import { chromium } from '@playwright/test';
import { browserLaunchOptions } from './support/browser';

/** The first step of `pnpm test`: launches the browser once. Without a browser, it fails with one sentence. */
try {
  const browser = await chromium.launch(await browserLaunchOptions());
  process.stdout.write(`chromium ${browser.version()}\n`);
  await browser.close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
