import type { Preload } from '@portal/contract';

/** The source of `embed.js`, from which everything else is loaded. */
export interface EmbedScript {
  /** The shell that the server names in `Server-Timing`: most likely the one to start. */
  likelyShell?: Preload | undefined;
  /** The portal's URL, without a trailing slash; empty if unknown, so that the element must name its portal. */
  portalUrl: string;
  /** The nonce of the embedder's policy, from the element of `embed.js`. */
  nonce: string;
}

/** `/embed.js`, or the file of a version: `/releases/shell/1.4.0/embed.js`. */
const SCRIPT_PATH = /\/(?:releases\/shell\/[^/]+\/)?embed\.js$/;

const isEmbedScript = (script: unknown): script is HTMLScriptElement =>
  script instanceof HTMLScriptElement && script.src !== '' && SCRIPT_PATH.test(new URL(script.src).pathname);

/** A module has no `currentScript`, so search for its element. */
const runningScript = ({ currentScript, scripts }: Document): unknown =>
  currentScript ?? [...scripts].find((script) => script.type === 'module' && isEmbedScript(script));

const isTimed = (entry: PerformanceEntry): entry is PerformanceResourceTiming => 'serverTiming' in entry;

/** Reads the shell from `Server-Timing`, the only header of its response that a script can read. */
const likelyShellOf = ({ src }: HTMLScriptElement): Preload | undefined => {
  const [url = '', integrity] = (performance.getEntriesByName?.(src, 'resource') ?? [])
    .filter(isTimed)
    .flatMap(({ serverTiming }) => serverTiming)
    .filter(({ name }) => name === 'shell')
    .flatMap(({ description }) => description.split(' '));
  return integrity ? { rel: 'preload', as: 'script', url, integrity } : undefined;
};

/** Finds the running script's element; a script that was imported, bundled, or renamed has none. */
export const findEmbedScript = (page: Document): EmbedScript => {
  const script = runningScript(page);
  if (!isEmbedScript(script)) return { portalUrl: '', nonce: '' };
  const { origin, pathname } = new URL(script.src);
  return {
    portalUrl: origin + pathname.replace(SCRIPT_PATH, ''),
    nonce: script.nonce,
    likelyShell: likelyShellOf(script),
  };
};
