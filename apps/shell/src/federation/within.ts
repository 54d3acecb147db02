import { LoadFailure } from './load-failure';

/**
 * Waits no longer than `limit`.
 * @param limit in milliseconds
 * @param what begins the sentence that says what was late
 * @throws LoadFailure with `timeout`
 */
export const within = async <Result>(
  limit: number,
  what: string,
  promise: Promise<Result>,
): Promise<Result> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LoadFailure('timeout', `${what} took longer than ${limit / 1000} seconds.`)),
      limit,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};
