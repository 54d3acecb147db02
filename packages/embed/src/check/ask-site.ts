const TIMEOUT_MS = 10_000;

/** A site does not answer. The message names the address, and says what to check. */
class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
};

/** The complete response of a site. */
export interface SiteResponse extends Pick<Response, 'ok' | 'status' | 'headers'> {
  /** The address after redirects. */
  url: URL;
  content: Buffer;
}

/** Requests an address, and follows redirects as a browser does. @throws UnreachableError */
export const askSite = async (url: string, init: RequestInit = {}): Promise<SiteResponse> => {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, status, headers } = response;
    const content = Buffer.from(await response.arrayBuffer());
    return { ok, status, headers, url: new URL(response.url), content };
  } catch (cause) {
    throw new UnreachableError(
      `${url} does not answer (${reasonOf(cause)}). Check the address, and whether this machine can reach it.`,
      { cause },
    );
  }
};
