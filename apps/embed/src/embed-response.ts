import { embedShellSchema, type EmbedShell } from '@portal/contract';
import * as v from 'valibot';

/** The portal can't be shown. `message` is for customers; `hint`, for the console, says what the web team can do. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';

  /** Whether trying again can't help, because the page itself has to change. */
  readonly isFinal: boolean;

  constructor(
    message: string,
    readonly hint: string,
    { isFinal = false, ...options }: ErrorOptions & { isFinal?: boolean } = {},
  ) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

const RESPONSE_TIMEOUT_MS = 20_000;

/** Whether a file of the portal loads. Every page must be allowed to read it. */
export const isReachable = (url: string): Promise<boolean> =>
  fetch(url, { credentials: 'omit', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const unreachable = (portalUrl: string, cause?: unknown): EmbedError =>
  new EmbedError(
    'The portal cannot be reached. Check your connection and try again.',
    `${portalUrl} does not respond.`,
    { cause },
  );

/** Unlike that of `location`, it is the parent's in a frame with `srcdoc`, and `"null"` in a sandbox. */
const { origin } = window;

/** @throws EmbedError in a page with an opaque origin, which the operator can't list */
export const requireOrigin = (): void => {
  if (origin === 'null')
    throw new EmbedError(
      'The portal cannot be shown in this frame, because the frame hides which site it belongs to.',
      'The origin of this page is "null". Add allow-same-origin and allow-forms to the sandbox of the frame, or show the page without it.',
      { isFinal: true },
    );
};

/** Every page may read `embed.js`: if it loads, the portal refused the origin; otherwise the connection failed. */
const unreadable = async (portalUrl: string, cause: unknown): Promise<EmbedError> =>
  (await isReachable(`${portalUrl}/embed.js`))
    ? new EmbedError(
        `The portal may not be shown on ${origin}, because that site is not on the portal’s list.`,
        `The operator of ${portalUrl} adds ${origin} to EMBED_ORIGINS and restarts it.`,
        { cause },
      )
    : unreachable(portalUrl, cause);

/**
 * Requests `GET /embed.json` with the customer's cookies.
 * @param path of the first screen, without `base`
 * @param locale the embedder's `locale`, or the language of its page; the portal responds in it if it offers it
 * @returns `response` is the whole JSON, for the shell
 * @throws EmbedError
 */
export const fetchEmbedResponse = async (
  portalUrl: string,
  path: string,
  locale: string | undefined,
  signal: AbortSignal,
): Promise<EmbedShell & { response: unknown }> => {
  const query = new URLSearchParams({ path, ...(locale && { locale }) });
  const url = `${portalUrl}/embed.json?${query}`;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, RESPONSE_TIMEOUT_MS));
  const response = await Promise.race([fetch(url, { credentials: 'include', signal }), late]).catch(
    async (cause: unknown) => {
      throw signal.aborted ? cause : await unreadable(portalUrl, cause);
    },
  );
  if (!response) throw unreachable(portalUrl);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (response.status === 404 || (response.ok && !isJson))
    throw new EmbedError(
      'The portal cannot be shown, because this page looks for it at the wrong address.',
      `${portalUrl} is no portal. Load embed.js from the portal, not a copy of it: <script src="https://portal.example/embed.js"></script>.`,
      { isFinal: true },
    );
  const unavailable = (hint: string) =>
    new EmbedError('The portal is not available at the moment. Try again in a few minutes.', hint);
  if (!response.ok) throw unavailable(`${portalUrl}/embed.json responded with ${response.status}.`);
  const json: unknown = await response.json();
  const { success, output } = v.safeParse(embedShellSchema, json);
  if (!success) throw unavailable(`${portalUrl}/embed.json names no shell.`);
  return { ...output, response: json };
};
