import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { browserLaunchOptions } from '../e2e/support/browser';
import { WORKSPACE } from '../e2e/support/directories';
import { buildApps } from './builds';
import type { Measurement, Row } from './measurement';
import { database } from './measurements/database';
import { embedding } from './measurements/embedding';
import { firstLoad } from './measurements/first-load';
import { growth } from './measurements/growth';
import { kills } from './measurements/kills';
import { publications } from './measurements/publications';
import { server } from './measurements/server';
import { prepareTemplate } from './portal';
import { tableOf } from './table';

/**
 * `pnpm bench [NAME …] [--rounds 5]`: measures the built portal and prints a table. Without names, runs all measurements and
 * writes the table to docs/performance.md.
 */

const MEASUREMENTS: Record<string, Measurement> = {
  'first-load': firstLoad,
  embedding,
  growth,
  publications,
  server,
  database,
  kills,
};

const DOCUMENT = join(WORKSPACE, 'docs/performance.md');

/** Replaces the table of the document. */
const writeTable = async (rows: readonly Row[]): Promise<void> => {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
  const measured = `Measured ${new Date().toISOString().slice(0, 10)} on ${machine}.\n\n${tableOf(rows)}`;
  const text = await readFile(DOCUMENT, 'utf8');
  await writeFile(DOCUMENT, text.replace(/^Measured .*?\n\n\|.*?(?=\n\n)/ms, measured.trim()));
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

await buildApps();
await prepareTemplate();
const browser = await chromium.launch(await browserLaunchOptions());
const rows: Row[] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`${name} …\n`);
  const measured = await measure({ browser, rounds: Number(values.rounds) });
  process.stdout.write(`${tableOf(measured)}\n`);
  rows.push(...measured);
}
await browser.close();
if (asked.length === 0) await writeTable(rows);
