import { chromium } from '@playwright/test';
import { browserLaunchOptions } from './support/browser';

/** The first step of `pnpm test`: launches the browser once. Without one, it fails with one sentence. */

const launch = async (): Promise<string> => {
  const options = await browserLaunchOptions();
  const browser = await chromium.launch(options);
  const version = browser.version();
  await browser.close();
  return `Chromium ${version}: ${options.executablePath ?? ''}`;
};

try {
  process.stdout.write(`${await launch()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
