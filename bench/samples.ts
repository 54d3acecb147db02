/** The median and the range of measured values. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? NaN;
  return { median: (lower + upper) / 2, low: sorted[0] ?? NaN, high: sorted.at(-1) ?? NaN };
};

/** The ratio of each round's two values. */
export const ratioOf = (ours: readonly number[], baseline: readonly number[]): Spread =>
  spreadOf(ours.map((value, round) => value / (baseline[round] ?? NaN)));

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
