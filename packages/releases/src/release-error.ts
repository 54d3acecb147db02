/** What was asked for is refused. The message says what is wrong and how to fix it. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
  readonly kind: 'refused' | 'usage' | 'unreachable' = 'refused';
}

/** The command line or the environment is wrong. */
export class UsageError extends ReleaseError {
  override readonly name = 'UsageError';
  override readonly kind = 'usage';
}

/** A portal, its bucket or a browser does not answer, or not as it should; the request itself may be fine. */
export class UnreachableError extends ReleaseError {
  override readonly name = 'UnreachableError';
  override readonly kind = 'unreachable';
}
