/** The source of `embed.js`, from which everything else is loaded. */
export interface EmbedScript {
  /** The portal's URL, without a trailing slash. */
  portalUrl: string;
  /** The nonce of the embedder's policy, from the element of `embed.js`. */
  nonce: string;
}

/** `/embed.js`, or the file of a version: `/releases/shell/1.4.0/embed.js`. */
const SCRIPT_PATH = /\/(?:releases\/shell\/[^/]+\/)?embed\.js$/;

const isEmbedScript = (script: unknown): script is HTMLScriptElement =>
  script instanceof HTMLScriptElement && script.src !== '' && SCRIPT_PATH.test(new URL(script.src).pathname);

/** Only modules have no `currentScript`, so their element is searched. */
const runningScript = ({ currentScript, scripts }: Document): unknown =>
  currentScript ?? [...scripts].find((script) => script.type === 'module' && isEmbedScript(script));

/**
 * Finds the running script's element. The page may have other scripts of that name.
 * @throws when the script was renamed, or bundled into another one
 */
export const findEmbedScript = (page: Document): EmbedScript => {
  const script = runningScript(page);
  if (!isEmbedScript(script))
    throw new Error(
      'embed.js cannot tell which portal it belongs to. Load it from the portal: <script src="https://portal.example/embed.js"></script>',
    );
  const { origin, pathname } = new URL(script.src);
  return { portalUrl: origin + pathname.replace(SCRIPT_PATH, ''), nonce: script.nonce };
};
