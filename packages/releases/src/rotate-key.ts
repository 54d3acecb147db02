import { requireDocument } from './change-document';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

/**
 * Signs every release document again that the former key signed (see `rotationOf`). Can be repeated.
 * @throws ReleaseError if a document cannot be signed, after all others are, or if there is none
 */
export const rotateKey = async (store: ReleaseStore) => {
  const names: Record<'due' | 'done', string[]> = { due: [], done: [] };
  const work = (await store.names()).map(async (name) => {
    const state = await store.rotationOf(name);
    if (state === 'due') await store.update(name, (document) => requireDocument(document, name));
    if (state) names[state].push(name);
  });
  await Promise.allSettled(work);
  await Promise.all(work);
  if (names.due.length + names.done.length === 0)
    throw new ReleaseError(
      'There is nothing to sign. Set RELEASE_SIGNING_KEY to the new key, and RELEASE_PUBLIC_KEYS to the file that has its public key beside the former one.',
    );
  return { signed: names.due.sort(), already: names.done.sort() };
};
