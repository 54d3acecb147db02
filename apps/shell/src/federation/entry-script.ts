import type { ReleaseFile } from '@portal/contract';
import { insertFile } from './page-file';

/**
 * Runs an entry that is a classic script, as webpack and Rspack build it.
 * @returns the container that it leaves under its global name; undefined when it threw before
 * @throws LoadFailure
 */
export const runEntryScript = async (entry: ReleaseFile, globalName: string): Promise<unknown> => {
  const script = document.createElement('script');
  script.src = entry.url;
  script.async = true;
  await insertFile(script, entry, 'entry');
  script.remove();
  return Reflect.get(globalThis, globalName);
};
