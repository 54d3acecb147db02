import { MODULE_PROBE, type ReleaseFile } from '@portal/contract';
import { diagnoseLoadError, isLostChunk } from './diagnose-load-error';
import { LoadFailure, withTimeout } from './load-failure';
import { arrives, insertFile, linkTo } from './page-file';

/** The modules of a version. */
export interface ModuleFiles {
  entry: ReleaseFile;
  /** The modules that its start needs. */
  preload: readonly ReleaseFile[];
  /** Every module that the entry may import, now or later; empty only for a developer's machine. */
  modules: readonly ReleaseFile[];
}

/** How long the entry and everything that it imports may take. */
const IMPORT_TIMEOUT_MS = 10_000;

const supports = (condition: string): boolean => CSS.supports(condition);

/**
 * Whether the engine is known to check the integrity in import maps: every engine with this selector does (Chromium
 * 131, Firefox 143, Safari 18.4; entry.test.ts). Probing one of the others logs an error if it checks.
 */
const checksMaps = (): boolean => supports('selector(::details-content)');

/**
 * Whether the engine is known to check the integrity of preloaded modules: Chromium and Gecko do, and only they have
 * these properties. WebKit preloads anything, so probing it logs no error.
 */
const checksPreloads = (): boolean => supports('-webkit-app-region: drag') || supports('-moz-orient: inline');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The URLs of the modules whose integrity a page's import map names; none for an invalid map. */
const pinnedBy = ({ textContent }: Element): string[] => {
  try {
    const map: unknown = JSON.parse(textContent);
    return isObject(map) && 'integrity' in map && isObject(map.integrity) ? Object.keys(map.integrity) : [];
  } catch {
    return [];
  }
};

const isRefused = ({ url }: { url: string }): Promise<boolean> =>
  import(/* webpackIgnore: true */ url).then(
    () => false,
    () => true,
  );

/**
 * Makes the browser check the integrity of a version's modules, for every import from now on. There are two ways:
 * - The import map of the portal's own page names the modules that the page knew of (Chromium 127, Firefox 138,
 *   Safari 18).
 * - Otherwise all modules are preloaded with their integrity before the first import; a browser doesn't request a loaded
 *   module again. Embedded portals use this way, which leaves nothing in the page and needs nothing from its policy.
 *
 * No API tells whether a browser checks. A browser that isn't known to check gets a probe: a module with a wrong
 * integrity, which it must refuse.
 * @returns the modules to preload; undefined when this browser doesn't check
 * @throws LoadFailure when the probe takes too long
 */
const modulesToPreload = async (
  { entry, preload, modules }: ModuleFiles,
  nonce: string,
): Promise<readonly ReleaseFile[] | undefined> => {
  const files = [entry, ...modules];
  const known = new Set([...document.querySelectorAll('script[type=importmap]')].flatMap(pinnedBy));
  if (files.every(({ url }) => known.has(url)))
    // Preload what the start needs, so that the time limit of the start measures the remote, not the network.
    return checksMaps() || (await isRefused(MODULE_PROBE)) ? [entry, ...preload] : undefined;
  if (checksPreloads()) return files;
  const url = `${entry.url}${entry.url.includes('?') ? '&' : '?'}probe`;
  const link = linkTo('modulepreload', url, nonce);
  const isAccepted = await arrives(link, { url, integrity: MODULE_PROBE.integrity }).finally(() =>
    link.remove(),
  );
  return isAccepted ? undefined : files;
};

/**
 * Imports an entry that is an ECMAScript module, as Vite builds it, and what its start needs. If the browser can't check
 * the integrity of each module, nothing is imported.
 * @param nonce of the page's policy
 * @returns the module's exports, which should be a container
 * @throws LoadFailure, or the error of an entry that threw
 */
export const importModule = async (files: ModuleFiles, nonce: string): Promise<unknown> => {
  const { entry } = files;
  const preload = entry.integrity ? await modulesToPreload(files, nonce) : [];
  if (!preload)
    throw new LoadFailure('integrity', `This browser cannot check the integrity of ${entry.url}.`);
  await Promise.all(
    preload.map(async (file) => {
      const link = linkTo('modulepreload', file.url, nonce);
      await insertFile(link, file, 'entry');
      link.remove();
    }),
  );
  try {
    const imported: Promise<unknown> = import(/* webpackIgnore: true */ entry.url);
    return await withTimeout(IMPORT_TIMEOUT_MS, entry.url, imported);
  } catch (error) {
    if (isLostChunk(error)) throw await diagnoseLoadError('entry', entry, { cause: error });
    throw error;
  }
};
