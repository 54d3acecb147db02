import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

/**
 * Makes a published version the one that customers get.
 * @throws ReleaseError when that version was not published; nothing changes then
 */
export const promote = async (store: ReleaseStore, name: string, version: string): Promise<void> => {
  await store.update(name, (document) => {
    if (!document?.versions[version]) {
      const known = Object.keys(document?.versions ?? {}).join(', ') || 'none';
      throw new ReleaseError(`${name} has no published version ${version}. Published: ${known}.`);
    }
    return { ...document, live: version };
  });
};
