import { MODULE_PROBE, type ReleaseFile } from '@portal/contract';
import * as v from 'valibot';
import { arrives, insertFile, linkTo } from './page-file';

/** The URLs of the modules whose integrity a page's import map names; none for an invalid map. */
const integritySchema = v.fallback(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ integrity: v.record(v.string(), v.string()) }),
    v.transform(({ integrity }) => Object.keys(integrity)),
  ),
  [],
);

const pinnedByPage = (): ReadonlySet<string> => {
  const maps = [...document.querySelectorAll('script[type=importmap]')];
  return new Set(maps.flatMap(({ textContent }) => v.parse(integritySchema, textContent)));
};

const isRefused = ({ url }: { url: string }): Promise<boolean> =>
  import(/* webpackIgnore: true */ url).then(
    () => false,
    () => true,
  );

/** Whether this browser accepts a preloaded module with the wrong integrity. */
const acceptsAnything = (entry: string, nonce: string): Promise<boolean> => {
  const url = `${entry}${entry.includes('?') ? '&' : '?'}probe`;
  const link = linkTo('modulepreload', url, nonce);
  return arrives(link, { url, integrity: MODULE_PROBE.integrity }).finally(() => link.remove());
};

const loadModule = async (file: ReleaseFile, nonce: string): Promise<void> => {
  const link = linkTo('modulepreload', file.url, nonce);
  await insertFile(link, file, 'entry');
  link.remove();
};

/**
 * Makes the browser check the integrity of a version's modules, for every import from now on. There are two ways:
 * - The import map of the portal's own page names the modules that the page knew of (Chromium 127, Firefox 138,
 *   Safari 18).
 * - Otherwise all modules are preloaded with their integrity before the first import; a browser doesn't request a loaded
 *   module again. Embedded portals use this way, which leaves nothing in the page and needs nothing from its policy.
 *
 * No API tells whether a browser checks, so this first offers it a module that it must refuse.
 * @param nonce of the page's policy
 * @returns false when this browser doesn't check
 * @throws LoadFailure when a module doesn't arrive or isn't the published one
 */
export const pinModules = async (
  entry: ReleaseFile,
  modules: readonly ReleaseFile[],
  nonce: string,
): Promise<boolean> => {
  const files = [entry, ...modules];
  const known = pinnedByPage();
  if (files.every(({ url }) => known.has(url))) return isRefused(MODULE_PROBE);
  if (await acceptsAnything(entry.url, nonce)) return false;
  await Promise.all(files.map((file) => loadModule(file, nonce)));
  return true;
};
