/** Lets in one holder at a time, in order of arrival. `lock` resolves to the function that unlocks. */
export const createMutex = () => {
  let last: Promise<void> = Promise.resolve();

  return {
    lock: async (): Promise<() => void> => {
      const before = last;
      let unlock = () => {};
      last = new Promise((resolve) => (unlock = resolve));
      await before;
      return unlock;
    },
  };
};
