import { MODULE_PROBE, type ReleaseFile } from '@portal/contract';
import * as v from 'valibot';
import { arrives, insertFile, linkTo } from './page-file';

/** The integrity that a page's import map names, by the address of a module; none in a map that is no such thing. */
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

/** Whether this browser takes a module that is not what its integrity says. */
const takesAnything = (entry: string, nonce: string): Promise<boolean> => {
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
 * Has the browser hold the modules of a version against their integrity, for every import from now on. The import map
 * of a page of the portal's own names those that it knew of; browsers keep it since Chromium 127, Firefox 138 and
 * Safari 18. Otherwise all of them are loaded at once, before the first is imported: whatever has arrived once, a
 * browser does not ask for again. That leaves nothing in somebody else's page, and needs no leave of its policy. No
 * browser tells whether it looks at the integrity, so that it is given a module that it must refuse.
 * @param nonce of the page's policy
 * @returns false when this browser would run another module as well
 * @throws LoadFailure when one of them does not arrive, or is another than was published
 */
export const pinModules = async (
  entry: ReleaseFile,
  modules: readonly ReleaseFile[],
  nonce: string,
): Promise<boolean> => {
  const files = [entry, ...modules];
  const known = pinnedByPage();
  if (files.every(({ url }) => known.has(url))) return isRefused(MODULE_PROBE);
  if (await takesAnything(entry.url, nonce)) return false;
  await Promise.all(files.map((file) => loadModule(file, nonce)));
  return true;
};
