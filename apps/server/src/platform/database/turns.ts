/** Lets callers take turns, in the order in which they came. @returns resolves to what ends the turn */
export const createTurns = () => {
  let last: Promise<void> = Promise.resolve();
  return async (): Promise<() => void> => {
    const before = last;
    let end = () => {};
    last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  };
};
