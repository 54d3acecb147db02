import type { Browser } from '@playwright/test';

interface Bench {
  browser: Browser;
  /** How often each variant is measured. */
  rounds: number;
}

export type Measurement = (bench: Bench) => Promise<Row[]>;

type Unit = 'ms' | 's' | 'KB' | 'MB' | '/s' | '';

/** The median and the range of measured values. */
interface Spread {
  median: number;
  low: number;
  high: number;
}

/** A line of the table. */
export interface Row {
  what: string;
  unit: Unit;
  ours: number;
  /** The divisor of `ours`; absent for amounts. */
  baseline?: { name: string; value: number };
  /** The ratio, or the amount, of each round. */
  result: Spread;
  goal?: Goal;
}

export type Goal = { atMost: number } | { atLeast: number };

interface Measured {
  what: string;
  unit?: Unit;
  ours: readonly number[];
  goal?: Goal;
}

const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? NaN;
  return { median: (lower + upper) / 2, low: sorted[0] ?? NaN, high: sorted.at(-1) ?? NaN };
};

/** An amount, such as bytes or levels. */
export const amount = ({ what, unit = '', ours, goal }: Measured): Row => {
  const result = spreadOf(ours);
  return { what, unit, ours: result.median, result, ...(goal && { goal }) };
};

/** Ours, divided by a baseline that was measured in the same rounds. */
export const ratio = (
  name: string,
  { what, unit = '', ours, baseline, goal }: Measured & { baseline: readonly number[] },
): Row => ({
  what,
  unit,
  ours: spreadOf(ours).median,
  baseline: { name, value: spreadOf(baseline).median },
  result: spreadOf(ours.map((value, round) => value / (baseline[round] ?? NaN))),
  ...(goal && { goal }),
});

/** Interleaves the variants, so that other load on the machine affects all of them alike. */
export const inTurn = async <Name extends string, Sample>(
  rounds: number,
  variants: Record<Name, () => Promise<Sample>>,
): Promise<Record<Name, Sample[]>> => {
  const names = Object.keys(variants) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>;
  for (let round = 0; round < rounds; round++)
    for (const name of names) samples[name].push(await variants[name]());
  return samples;
};
