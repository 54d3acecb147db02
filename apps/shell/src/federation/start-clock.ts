import { LoadFailure } from './load-failure';
import { folderOf } from './page-file';

const TICK_MS = 1000;
/** A remote is stuck after so many ticks in which it did not wait for a file. */
const STUCK_TICKS = 5;
/** A remote has this long to start after its entry has arrived, including its chunks. */
const LONGEST_TICKS = 20;

/** Whether chunks or styles are on their way: bundlers take a script away when it has arrived. */
const isLoading = (folder: string): boolean =>
  [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script, link[rel=stylesheet]')].some(
    (element) => ('src' in element ? element.src : element.sheet ? '' : element.href).startsWith(folder),
  );

/**
 * Waits for a remote that starts. The time of its downloads is the network's fault: only the time between them counts
 * against the remote.
 * @param entry the URL of its entry
 * @throws LoadFailure with the reason `stuck`, or `timeout`
 */
export const startInTime = async <Result>(entry: string, starting: Promise<Result>): Promise<Result> => {
  const folder = folderOf(entry);
  let timer: ReturnType<typeof setInterval> | undefined;
  let ticks = 0;
  let idle = 0;
  const late = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      idle = isLoading(folder) ? 0 : idle + 1;
      if (idle === STUCK_TICKS) reject(new LoadFailure('stuck', `${entry} does not start.`));
      if (++ticks === LONGEST_TICKS) reject(new LoadFailure('timeout', `${entry} takes long to start.`));
    }, TICK_MS);
  });
  try {
    return await Promise.race([starting, late]);
  } finally {
    clearInterval(timer);
  }
};
