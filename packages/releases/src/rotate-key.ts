import { requireDocument } from './change-document';
import { ReleaseError, StorageError } from './release-error';
import type { ReleaseStore } from './release-store';

/**
 * Signs every release document again that the former key signed (see `rotationOf`). Can be repeated. A damaged document
 * does not keep the others from being signed.
 * @throws ReleaseError if there is nothing to sign
 */
export const rotateKey = async (store: ReleaseStore) => {
  const names: Record<'due' | 'done', string[]> = { due: [], done: [] };
  const problems: string[] = [];
  for (const name of (await store.names()).sort())
    try {
      const state = await store.rotationOf(name);
      if (state === 'due') await store.update(name, (document) => requireDocument(document, name));
      if (state) names[state].push(name);
    } catch (error) {
      if (!(error instanceof ReleaseError) || error instanceof StorageError) throw error;
      problems.push(error.message);
    }
  if (names.due.length + names.done.length + problems.length === 0)
    throw new ReleaseError(
      'There is nothing to sign. Set RELEASE_SIGNING_KEY to the new key, and RELEASE_PUBLIC_KEYS to the file that has its public key beside the former one.',
    );
  return { signed: names.due, already: names.done, problems };
};
