import type { ReleaseFile } from '@portal/contract';
import * as v from 'valibot';
import type { BuildFiles } from './build-files';
import { diagnoseLoadError, isLostChunk, LoadFailure, withTimeout } from './load-failure';
import { insertFile, linkTo } from './page-file';

/** The modules of a version: `preload` are those that its start needs; `modules` is empty only for a developer's machine. */
export type ModuleFiles = Pick<BuildFiles, 'entry' | 'preload' | 'modules'>;

/** How long the entry and everything that it imports may take. */
const IMPORT_TIMEOUT_MS = 10_000;

/** Whether the engine checks integrity in import maps, as all with this selector do (module-entry.test.ts). */
const checksMaps = (): boolean => CSS.supports('selector(::details-content)');

/** Whether the engine checks the integrity of preloaded modules: Chromium and Gecko have these properties. */
const checksPreloads = (): boolean =>
  CSS.supports('-webkit-app-region: drag') || CSS.supports('-moz-orient: inline');

const importMapSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ integrity: v.record(v.string(), v.string()) }),
);

/** The URLs of the modules whose integrity a page's import map names; none for an invalid map. */
const pinnedBy = ({ textContent }: Element): string[] => {
  const { success, output } = v.safeParse(importMapSchema, textContent);
  return success ? Object.keys(output.integrity) : [];
};

/**
 * Makes the browser check the integrity of a version's modules, by the import map of the portal's own page, or by
 * preloading them all: a browser requests no loaded module again. Embedded portals preload, which leaves nothing
 * behind.
 * @returns the modules to preload; undefined when this browser isn't known to check
 */
const modulesToPreload = ({ entry, preload, modules }: ModuleFiles): readonly ReleaseFile[] | undefined => {
  const files = [entry, ...modules];
  const pinned = new Set([...document.querySelectorAll('script[type=importmap]')].flatMap(pinnedBy));
  // Preload what the start needs, so that the time limit of the start measures the remote, not the network.
  if (checksMaps() && files.every(({ url }) => pinned.has(url))) return [entry, ...preload];
  return checksPreloads() ? files : undefined;
};

/** Imports an entry that is a module, as Vite builds it, only if the browser can check its integrity. */
export const importModule = async (files: ModuleFiles, nonce: string): Promise<unknown> => {
  const { entry } = files;
  const preload = entry.integrity ? modulesToPreload(files) : [];
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
