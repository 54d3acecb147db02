/** The portal cannot be shown. The message is for customers; the hint, for the console, says what a web team can do. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';

  constructor(
    message: string,
    readonly hint: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
