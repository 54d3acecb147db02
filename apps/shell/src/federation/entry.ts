import type { ReleaseFile } from '@portal/contract';
import { diagnoseLoadError, isLostChunk } from './diagnose-load-error';
import { LoadFailure, withTimeout } from './load-failure';
import { pinModules } from './module-pins';
import { insertFile } from './page-file';
import { scriptUrls } from './script-url';

/** The running script is the shell's. Its origin is not the page's if another site embeds the portal. */
const { currentScript } = document;
const shellUrl = currentScript instanceof HTMLScriptElement ? currentScript.src : location.href;

const setScriptUrl = scriptUrls([new URL(shellUrl).origin]);

/** For the entry and everything that it imports. */
const IMPORT_TIMEOUT_MS = 10_000;

/**
 * Runs an entry that is a classic script, as webpack and Rspack build it.
 * @returns the value of its global, which should be a container
 * @throws LoadFailure, whose `cause` is the error of an entry that threw
 */
export const runEntryScript = async (entry: ReleaseFile, globalName: string): Promise<unknown> => {
  const script = document.createElement('script');
  setScriptUrl(script, entry.url);
  script.async = true;

  const thrown: unknown[] = [];
  const listen = (event: ErrorEvent) => {
    if (event.filename !== script.src) return;
    // Handled.
    event.preventDefault();
    thrown.push(event.error);
  };
  window.addEventListener('error', listen);
  try {
    await insertFile(script, entry, 'entry');
  } finally {
    window.removeEventListener('error', listen);
    script.remove();
  }
  if (thrown.length > 0)
    throw new LoadFailure('init', `${entry.url} threw while it started.`, { cause: thrown[0] });
  return Reflect.get(globalThis, globalName);
};

/**
 * Imports an entry that is an ECMAScript module, as Vite builds it. If the browser can't check the integrity of each
 * module, nothing is imported.
 * @param modules every module that the entry may import, now or later; empty only for a developer's machine
 * @param nonce of the page's policy
 * @returns the module's exports, which should be a container
 * @throws LoadFailure, or the error of an entry that threw
 */
export const importEntry = async (
  entry: ReleaseFile,
  modules: readonly ReleaseFile[],
  nonce: string,
): Promise<unknown> => {
  if (entry.integrity && !(await pinModules(entry, modules, nonce)))
    throw new LoadFailure('integrity', `This browser cannot check the integrity of ${entry.url}.`);
  try {
    const imported: Promise<unknown> = import(/* webpackIgnore: true */ entry.url);
    return await withTimeout(IMPORT_TIMEOUT_MS, entry.url, imported);
  } catch (error) {
    if (isLostChunk(error)) throw await diagnoseLoadError('entry', entry, { cause: error });
    throw error;
  }
};
