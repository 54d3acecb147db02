import type { ReleaseFile } from '@portal/contract';
import { LoadFailure } from './load-failure';
import { insertFile } from './page-file';
import { scriptUrls } from './script-url';

/** The running script is the shell's. Its origin is not the page's if an embedder shows the portal. */
const { currentScript } = document;
const shellUrl = currentScript instanceof HTMLScriptElement ? currentScript.src : location.href;

const setScriptUrl = scriptUrls([new URL(shellUrl).origin]);

/** Runs an entry that is a classic script. @returns the value of its global, which should be a container */
export const runEntryScript = async (entry: ReleaseFile, globalName: string): Promise<unknown> => {
  const script = document.createElement('script');
  setScriptUrl(script, entry.url);
  script.async = true;

  const thrown: unknown[] = [];
  const listen = (event: ErrorEvent) => {
    if (event.filename !== script.src) return;
    // Handled: keep it off the console.
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
