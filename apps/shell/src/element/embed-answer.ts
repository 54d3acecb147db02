/** The portal can't be shown. `message` is for customers; `hint`, for the console, tells the web team what to do. */
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

const ANSWER_TIMEOUT_MS = 20_000;

const answers = (portalUrl: string): Promise<boolean> =>
  fetch(`${portalUrl}/embed.js`, { credentials: 'omit', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const unreachable = (portalUrl: string, cause: unknown): EmbedError =>
  new EmbedError(
    'The portal cannot be reached. Check your connection and try again.',
    `${portalUrl} does not answer, or this page's Content-Security-Policy does not name it in connect-src.`,
    { cause },
  );

/**
 * A browser doesn't tell a page why it can't read a response. Every page may read `embed.js`: if that arrives, the portal
 * refused the origin; otherwise the connection failed.
 */
const unreadable = async (portalUrl: string, cause: unknown): Promise<EmbedError> =>
  (await answers(portalUrl))
    ? new EmbedError(
        `The portal may not be shown on ${location.origin}, because that site is not on the portal’s list.`,
        `The operator of ${portalUrl} adds ${location.origin} to EMBED_ORIGINS and restarts it. Run "portal embed-check ${portalUrl} --origin ${location.origin}" to see what else is missing.`,
        { cause },
      )
    : unreachable(portalUrl, cause);

/**
 * Aborts with another signal, or once it is late. `AbortSignal.any` is younger than the oldest browser that the portal
 * supports, and a page may have no `AbortSignal.timeout` either.
 */
const limited = (signal: AbortSignal) => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ANSWER_TIMEOUT_MS);
  signal.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
};

/**
 * Requests `GET /embed.json` with the customer's cookies.
 * @param locale the embedder's: the portal answers in this language if it speaks it
 * @returns its JSON, not validated
 * @throws EmbedError
 */
export const fetchEmbedAnswer = async (
  portalUrl: string,
  locale: string | undefined,
  signal: AbortSignal,
): Promise<unknown> => {
  const limit = limited(signal);
  const response = await fetch(
    `${portalUrl}/embed.json${locale ? `?locale=${encodeURIComponent(locale)}` : ''}`,
    { credentials: 'include', signal: limit.signal },
  )
    .finally(limit.end)
    .catch(async (cause: unknown) => {
      if (signal.aborted) throw cause;
      throw limit.signal.aborted ? unreachable(portalUrl, cause) : await unreadable(portalUrl, cause);
    });
  if (!response.ok)
    throw new EmbedError(
      'The portal is not available at the moment. Try again in a few minutes.',
      `${portalUrl}/embed.json answered ${response.status}.`,
    );
  return response.json();
};
