const unitsOf = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** A waiting time as a customer says it, rounded up: 42 → "42 seconds", 3540 → "59 minutes". */
export const inWords = (seconds: number): string => {
  if (seconds <= 60) return unitsOf(seconds, 'second');
  if (seconds <= 3600) return unitsOf(Math.ceil(seconds / 60), 'minute');
  return unitsOf(Math.ceil(seconds / 3600), 'hour');
};
