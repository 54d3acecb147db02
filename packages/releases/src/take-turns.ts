/**
 * Cycles through names, some at each call.
 * @param least the minimum of names per call
 * @param rounds the number of calls within which every name has its turn; many names mean more than `least` per call
 * @returns a function that returns the next of these names
 */
export const takeTurns = (least: number, rounds: number) => {
  let next = 0;
  return (names: readonly string[]): string[] => {
    const count = Math.min(names.length, Math.max(least, Math.ceil(names.length / rounds)));
    const turns = Array.from({ length: count }, (_, turn) => names[(next + turn) % names.length] ?? '');
    next = names.length > 0 ? (next + count) % names.length : 0;
    return turns;
  };
};
