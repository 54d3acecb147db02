/** A release cannot be verified. The message says what to check. */
export class VerifyError extends Error {
  override readonly name = 'VerifyError';

  /** @param kind what is wrong: the call (`usage`), or the portal (`unreachable`) */
  constructor(
    readonly kind: 'usage' | 'unreachable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
