/** An answer that is not a success: its message is for the customer, its status for the browser. */
export class Failure extends Error {
  override readonly name = 'Failure';

  /**
   * @param statusCode HTTP status
   * @param message what went wrong and what to do next, for the customer to read
   * @param retryAfter seconds until it is worth trying again
   */
  constructor(
    readonly statusCode: number,
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** The caller is not signed in. */
export const notSignedIn = () => new Failure(401, 'You are not signed in. Sign in and try again.');
