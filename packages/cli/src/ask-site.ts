/** How long a site may take to answer, in milliseconds. */
const PATIENCE = 10_000;

/** A site does not answer. The message says which, and what to look at. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
};

/**
 * Asks a site as a browser would.
 * @throws UnreachableError
 */
export const askSite = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE) }).catch((cause: unknown) => {
    throw new UnreachableError(
      `${url} does not answer (${reasonOf(cause)}). Check the address, and whether this machine may reach it.`,
      { cause },
    );
  });
