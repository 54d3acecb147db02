import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { Row } from './row';

const RESULTS = join(import.meta.dirname, 'results');

/** The result of a measurement: rows of the table, and data for the pictures. */
export interface Measured {
  rows: Row[];
  data?: object;
}

export interface Bench {
  browser: Browser;
  /** How often each variant is measured. */
  rounds: number;
}

export type Measurement = (bench: Bench) => Promise<Measured>;

/** A file of `results`. */
export interface Result extends Measured {
  name: string;
  measuredAt: string;
  machine: string;
}

const machine = () => `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;

/** Writes a result to `results/<name>.json`, in place of the last one. */
export const writeResult = async (name: string, measured: Measured): Promise<void> => {
  const result: Result = { name, measuredAt: new Date().toISOString(), machine: machine(), ...measured };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
};

/** Reads the last results in the order of `names`, without measurements that never ran. */
export const readResults = async (names: readonly string[]): Promise<Result[]> => {
  const files = await readdir(RESULTS);
  return Promise.all(
    names
      .map((name) => `${name}.json`)
      .filter((file) => files.includes(file))
      .map(async (file) => JSON.parse(await readFile(join(RESULTS, file), 'utf8')) as Result),
  );
};
