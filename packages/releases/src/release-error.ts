/** A release that cannot be made as asked. The message says what is wrong and what to do next. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
