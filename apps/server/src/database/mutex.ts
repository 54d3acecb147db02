/** Lets one holder in at a time, in order of arrival. `enter` resolves to the function that leaves. */
export const createQueue = () => {
  let last: Promise<void> = Promise.resolve();

  return {
    enter: async (): Promise<() => void> => {
      const before = last;
      let leave = () => {};
      last = new Promise((resolve) => (leave = resolve));
      await before;
      return leave;
    },
  };
};
