const TICK_MS = 1000;
/** A remote is stuck after this many consecutive ticks without a pending file. */
const STUCK_TICKS = 4;

/**
 * Whether chunks or styles are loading. Bundlers remove a script once it has loaded; a loaded stylesheet has a `sheet`.
 */
const isLoading = (folder: string): boolean =>
  [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script, link[rel=stylesheet]')].some(
    (element) => ('src' in element ? element.src : element.sheet ? '' : element.href).startsWith(folder),
  );

/**
 * Watches a remote that takes long to start. The time of its downloads is the network's fault: only the time between
 * them counts against the remote.
 * @param entry the URL of its entry, whose folder has its files
 * @param onStuck called when it neither starts nor waits for a file
 */
export const watchStart = (entry: string, starting: Promise<unknown>, onStuck: () => void): void => {
  const folder = new URL('.', new URL(entry, location.href)).href;
  let idle = 0;
  const timer = setInterval(() => {
    idle = isLoading(folder) ? 0 : idle + 1;
    if (idle < STUCK_TICKS) return;
    clearInterval(timer);
    onStuck();
  }, TICK_MS);
  const stop = () => clearInterval(timer);
  starting.then(stop, stop);
};
