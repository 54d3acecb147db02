/** Uses the browser's storage; undefined if the browser forbids it, as with blocked cookies. */
export const inStorage = <Result>(
  act: (storage: Storage) => Result,
  kind: 'localStorage' | 'sessionStorage' = 'localStorage',
): Result | undefined => {
  try {
    return act(window[kind]);
  } catch {
    return undefined;
  }
};
