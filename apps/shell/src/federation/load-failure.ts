import type { LoadCause } from '@portal/contract';

/** Why a version of a remote cannot be shown; `why` is what telemetry says of it. */
export class LoadFailure extends Error {
  override name = 'LoadFailure';

  constructor(
    readonly why: LoadCause,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
