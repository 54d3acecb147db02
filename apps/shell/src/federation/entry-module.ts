import type { ReleaseFile } from '@portal/contract';
import { LoadFailure } from './load-failure';
import { isLostChunk } from './lost-chunk';
import { lostFile } from './lost-file';
import { pinModules } from './module-pins';
import { within } from './within';

/** How long the entry and what it imports may take, in milliseconds. */
const LIMIT = 10_000;

const load = (url: string): Promise<unknown> => import(/* webpackIgnore: true */ url);

/**
 * Imports an entry that is an ECMAScript module, as Vite builds it. Where the browser cannot hold each module
 * against its integrity, nothing is imported: the version counts as one that does not arrive.
 * @param modules everything that the entry may import, now or later; empty for a developer's own machine only
 * @param nonce of the page's policy
 * @returns the module's exports, which are the container
 * @throws LoadFailure, or what the entry throws
 */
export const importEntry = async (
  entry: ReleaseFile,
  modules: readonly ReleaseFile[],
  nonce: string,
): Promise<unknown> => {
  if (entry.integrity && !(await pinModules(entry, modules, nonce)))
    throw new LoadFailure('integrity', `This browser cannot check the integrity of ${entry.url}.`);
  try {
    return await within(LIMIT, entry.url, load(entry.url));
  } catch (error) {
    if (isLostChunk(error)) throw await lostFile('entry', entry, { cause: error });
    throw error;
  }
};
