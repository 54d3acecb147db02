/** What the operator asked for cannot be done as asked. The message says what is wrong and what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
