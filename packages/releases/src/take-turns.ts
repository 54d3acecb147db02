/**
 * Lets everybody have a turn.
 * @param least the number of turns at a time
 * @param rounds after which everybody had one; more names mean more turns at a time
 * @returns the next ones of these names
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
