import { requireDocument } from './change-document';
import { ReleaseError, StorageError } from './release-error';
import type { ReleaseStore } from './release-store';

/** What the signing key signs after a rotation. */
export interface Rotation {
  signed: string[];
  /** Signed with it before: by an interrupted rotation, or by a release since. */
  already: string[];
  /** Why other documents are not signed. */
  problems: string[];
}

/**
 * Signs every release document again that the former key signed (see `rotationOf`). Can be repeated. A damaged document
 * does not keep the others from being signed.
 * @throws ReleaseError if there is nothing to sign
 */
export const rotateKey = async (store: ReleaseStore): Promise<Rotation> => {
  const rotation: Rotation = { signed: [], already: [], problems: [] };
  for (const name of (await store.names()).sort())
    try {
      const state = await store.rotationOf(name);
      if (state === 'due') await store.update(name, (document) => requireDocument(document, name));
      if (state) rotation[state === 'due' ? 'signed' : 'already'].push(name);
    } catch (error) {
      if (!(error instanceof ReleaseError) || error instanceof StorageError) throw error;
      rotation.problems.push(error.message);
    }
  if (Object.values(rotation).flat().length > 0) return rotation;
  throw new ReleaseError(
    'RELEASE_SIGNING_KEY replaces the key of no release. Add its public key to RELEASE_PUBLIC_KEYS, beside the key that it replaces.',
  );
};
