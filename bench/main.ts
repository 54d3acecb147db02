import { mkdir, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { browserLaunchOptions } from '../e2e/support/browser';
import { writeDocument } from './document';
import { buildApps } from './build-apps';
import { development } from './measurements/development';
import { embedding } from './measurements/embedding';
import { firstLoad } from './measurements/first-load';
import { growth } from './measurements/growth';
import { layoutShift } from './measurements/layout-shift';
import { lighthouse } from './measurements/lighthouse';
import { publications } from './measurements/publications';
import { releases } from './measurements/releases';
import { scrolling } from './measurements/scrolling';
import { server } from './measurements/server';
import { prepareTemplate } from './portal';
import { readResults, writeResult, type Measurement } from './results';
import { tableOf } from './table';
import { SCRATCH } from './scratch';

/**
 * `pnpm bench [NAME …] [--rounds 5]`: measures the built portal, prints a table of ratios, and writes `results/*.json` and
 * docs/performance.md.
 */

const MEASUREMENTS: Record<string, Measurement> = {
  'first-load': firstLoad,
  embedding,
  'layout-shift': layoutShift,
  releases,
  publications,
  development,
  growth,
  scrolling,
  server,
  lighthouse,
};

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});
const unknown = asked.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0)
  throw new Error(
    `Unknown measurement ${unknown.join(', ')}. Name one of: ${Object.keys(MEASUREMENTS).join(', ')}.`,
  );

await rm(SCRATCH, { recursive: true, force: true });
await mkdir(SCRATCH, { recursive: true });
await buildApps();
await prepareTemplate();
const browser = await chromium.launch(await browserLaunchOptions());
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`${name} …\n`);
  const started = performance.now();
  const measured = await measure({ browser, rounds: Number(values.rounds) });
  await writeResult(name, measured);
  process.stdout.write(
    `${tableOf(measured.rows)}\n${((performance.now() - started) / 1000).toFixed(0)} s\n\n`,
  );
}
await browser.close();
const results = await readResults(Object.keys(MEASUREMENTS));
await writeDocument(results);
process.stdout.write(tableOf(results.flatMap(({ rows }) => rows)));
