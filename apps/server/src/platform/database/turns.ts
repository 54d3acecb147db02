/** Lets callers take turns, in the order in which they came. @returns resolves to what ends the turn; call it once */
export const createTurns = (atOnce = 1) => {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const end = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (): Promise<() => void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return end;
  };
};

const turns = new Map<string, ReturnType<typeof createTurns>>();

/** Runs work after earlier work about the same. */
export const inTurn = async <Result>(about: string, work: () => Promise<Result>): Promise<Result> => {
  const take = turns.get(about) ?? createTurns();
  turns.set(about, take);
  const end = await take();
  return work().finally(end);
};
