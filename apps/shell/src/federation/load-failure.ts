import type { LoadCause } from '@portal/contract';

/** A version of a remote can't be shown. `reason` is the cause that telemetry reports. */
export class LoadFailure extends Error {
  override name = 'LoadFailure';

  constructor(
    readonly reason: LoadCause,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Waits for `promise`, but no longer than `timeoutMs`. @param what names the file in the error message */
export const withTimeout = async <Result>(
  timeoutMs: number,
  what: string,
  promise: Promise<Result>,
): Promise<Result> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LoadFailure('timeout', `${what} took longer than ${timeoutMs / 1000} seconds.`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};
