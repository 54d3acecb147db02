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
