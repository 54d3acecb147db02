/** Where `embed.js` came from, which is where everything else comes from. */
export interface EmbedScript {
  /** The portal's own URL, without a trailing slash. */
  portalUrl: string;
  /** Of the host page's own policy, as `embed.js` itself was given it. */
  nonce: string;
}

/** `/embed.js`, or that file of one version: `/releases/shell/1.4.0/embed.js`. */
const SCRIPT_PATH = /\/(?:releases\/shell\/[^/]+\/)?embed\.js$/;

const isEmbedScript = (script: unknown): script is HTMLScriptElement =>
  script instanceof HTMLScriptElement && script.src !== '' && SCRIPT_PATH.test(new URL(script.src).pathname);

/** A module has no `currentScript`, and only a module: its element is looked for. */
const runningScript = ({ currentScript, scripts }: Document): unknown =>
  currentScript ?? [...scripts].find((script) => script.type === 'module' && isEmbedScript(script));

/**
 * Finds the script element that runs. Others of the page may have a file of that name, too.
 * @throws when the script was copied to another name or into another script
 */
export const findEmbedScript = (page: Document): EmbedScript => {
  const script = runningScript(page);
  if (!isEmbedScript(script))
    throw new Error(
      'embed.js does not know its portal. Load it from there: <script src="https://portal.example/embed.js"></script>',
    );
  const { origin, pathname } = new URL(script.src);
  return { portalUrl: origin + pathname.replace(SCRIPT_PATH, ''), nonce: script.nonce };
};
