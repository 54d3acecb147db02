/** A message was not accepted. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';

  /**
   * @param reason why, without the recipient or the text: it is kept and logged
   * @param isFinal whether it is no use to try again
   */
  constructor(
    reason: string,
    readonly isFinal: boolean,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}
