import { chromium } from '@playwright/test';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { browserLaunchOptions } from './support/browser';
import { WORKSPACE } from './support/directories';
import { startPortalProcess } from './support/portal-process';

/** `pnpm --filter e2e picture`: takes the README's screenshot from a running portal with its demo customers. */

const PICTURE = join(WORKSPACE, 'docs/images/portal.png');
const CUSTOMER = 'ann@example.com';
const PORT = 4703;

const deliveredCode = async (outbox: string): Promise<string> => {
  for (let tries = 0; tries < 100; tries++) {
    const [file] = await readdir(outbox).catch(() => []);
    const code = file && /\b\d{6}\b/.exec(await readFile(join(outbox, file), 'utf8'))?.[0];
    if (code) return code;
    await setTimeout(100);
  }
  throw new Error(`No code was delivered into ${outbox}.`);
};

const dataDir = await mkdtemp(join(tmpdir(), 'portal-picture-'));
const stop = await startPortalProcess({ port: PORT, dataDir, demo: true });
const browser = await chromium.launch(await browserLaunchOptions());
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 2,
  locale: 'en-US',
});

await page.goto(`http://localhost:${PORT}`);
await page.getByRole('textbox', { name: 'Email' }).fill(CUSTOMER);
await page.getByRole('button', { name: 'Send Code' }).click();
await page.getByRole('textbox', { name: 'Access Code' }).fill(await deliveredCode(join(dataDir, 'outbox')));
await page.getByRole('button', { name: 'Verify & Login' }).click();
await page
  .getByRole('link', { name: /View Details/ })
  .first()
  .click();
await page.getByRole('heading', { name: 'Event Log' }).waitFor();
await page.screenshot({ path: PICTURE });

await browser.close();
await stop();
await rm(dataDir, { recursive: true });
process.stdout.write(`${PICTURE}\n`);
