import type { ReleaseFile } from '@portal/contract';
import { LoadFailure } from './load-failure';
import { isLostChunk } from './lost-chunk';
import { lostFile } from './lost-file';
import { within } from './within';

/** How long the entry and what it imports may take, in milliseconds. */
const LIMIT = 10_000;

/** A module that nobody needs, and an integrity that it does not have. */
const PROBE = { url: 'data:text/javascript,export%20{}', integrity: `sha384-${'A'.repeat(64)}` };

/** Tells the browser what each module must be; it counts for every import from now on. */
const pin = (files: readonly ReleaseFile[], nonce: string): void => {
  const map = document.createElement('script');
  map.type = 'importmap';
  map.nonce = nonce;
  map.textContent = JSON.stringify({
    integrity: Object.fromEntries(files.map(({ url, integrity }) => [url, integrity])),
  });
  document.head.append(map);
};

const load = (url: string): Promise<unknown> => import(/* webpackIgnore: true */ url);

/**
 * Whether a wrong module is refused. Import maps with integrity, and more than one map in a page, are newer than
 * modules (Chromium 133, Safari 18.4), and a browser without them says nothing and runs anything.
 */
const isPinningKept = async (nonce: string): Promise<boolean> => {
  pin([PROBE], nonce);
  return load(PROBE.url).then(
    () => false,
    () => true,
  );
};

let pinningKept: Promise<boolean> | undefined;

/**
 * Imports an entry that is an ECMAScript module, as Vite builds it. Where the browser cannot hold each module
 * against its integrity, nothing is imported: the version counts as one that does not arrive.
 * @param modules everything that the entry may import, now or later; empty for a developer's own machine only
 * @param nonce of the page's policy, which an import map needs as an inline script does
 * @returns the module's exports, which are the container
 * @throws LoadFailure
 */
export const importEntry = async (
  entry: ReleaseFile,
  modules: readonly ReleaseFile[],
  nonce: string,
): Promise<unknown> => {
  if (entry.integrity) {
    pinningKept ??= isPinningKept(nonce);
    if (!(await pinningKept))
      throw new LoadFailure('integrity', 'This browser cannot check the integrity of modules.');
    pin([...modules, entry], nonce);
  }
  try {
    return await within(LIMIT, entry.url, load(entry.url));
  } catch (error) {
    if (isLostChunk(error)) throw await lostFile('entry', entry, { cause: error });
    throw error;
  }
};
