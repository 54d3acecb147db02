import { ratioOf, spreadOf, type Spread } from './samples';

type Unit = 'ms' | 's' | 'KB' | 'MB' | '/s' | '';

/** A line of the table. */
export interface Row {
  what: string;
  unit: Unit;
  ours: number;
  /** The divisor of `ours`; absent for amounts. */
  baseline?: { name: string; value: number };
  /** The ratio, or the amount, of each round. */
  result: Spread;
  goal?: { atMost: number } | { atLeast: number };
}

export type Goal = NonNullable<Row['goal']>;

interface Measured {
  what: string;
  unit?: Unit;
  ours: readonly number[];
  goal?: Goal;
}

const middle = (values: readonly number[]): number => spreadOf(values).median;

/** An amount, such as bytes or levels. */
export const amount = ({ what, unit = '', ours, goal }: Measured): Row => ({
  what,
  unit,
  ours: middle(ours),
  result: spreadOf(ours),
  ...(goal && { goal }),
});

/** Ours, divided by a baseline that was measured in the same rounds. */
export const ratio = (
  name: string,
  { what, unit = '', ours, baseline, goal }: Measured & { baseline: readonly number[] },
): Row => ({
  what,
  unit,
  ours: middle(ours),
  baseline: { name, value: middle(baseline) },
  result: ratioOf(ours, baseline),
  ...(goal && { goal }),
});

export const isMet = ({ result: { median }, goal }: Row): boolean | undefined => {
  if (!goal) return undefined;
  return 'atMost' in goal ? median <= goal.atMost : median >= goal.atLeast;
};
