import type { ReleaseFile } from '@portal/contract';
import { LoadFailure } from './load-failure';
import { insertFile } from './page-file';

/**
 * Runs an entry that is a classic script, as webpack and Rspack build it.
 * @returns the container that it leaves under its global name
 * @throws LoadFailure; an entry that threw is its cause
 */
export const runEntryScript = async (entry: ReleaseFile, globalName: string): Promise<unknown> => {
  const script = document.createElement('script');
  script.src = entry.url;
  script.async = true;

  const thrown: unknown[] = [];
  const listen = (event: ErrorEvent) => {
    if (event.filename !== script.src) return;
    // It has been dealt with.
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
    throw new LoadFailure('init', `${entry.url} threw as it started.`, { cause: thrown[0] });
  return Reflect.get(globalThis, globalName);
};
