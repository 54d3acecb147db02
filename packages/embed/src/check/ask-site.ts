const TIMEOUT_MS = 10_000;

/** More than any page or script needs. */
const MAX_BYTES = 5_000_000;

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

const readContent = async (body: AsyncIterable<Uint8Array> | readonly Uint8Array[]): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error('it sends more than 5 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const ask = async (url: string, init: RequestInit): Promise<SiteResponse> => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { ok, status, headers } = response;
  return { ok, status, headers, url: new URL(response.url), content: await readContent(response.body ?? []) };
};

/**
 * Requests an address, and follows redirects as a browser does.
 * @throws UnreachableError
 */
export const askSite = (url: string, init: RequestInit = {}): Promise<SiteResponse> =>
  ask(url, init).catch((cause: unknown) => {
    throw new UnreachableError(
      `${url} does not answer (${reasonOf(cause)}). Check the address, and whether this machine can reach it.`,
      { cause },
    );
  });
