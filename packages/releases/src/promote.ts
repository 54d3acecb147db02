import type { ReleaseDocument } from '@portal/contract';
import { changeDocument, type Outcome, requirePublished } from './change-document';
import { refuseConflicts } from './conflicts';
import { withChange, type ChangeAuthor } from './history';
import type { ReleaseStore } from './release-store';
import { liveDescriptor, readOthers, type Others } from './other-releases';

/** Ends a canary of the same version; a canary of another version continues. */
const promoted = (
  current: ReleaseDocument | undefined,
  name: string,
  version: string,
  others: Others,
  by: ChangeAuthor,
): ReleaseDocument => {
  const { document, published } = requirePublished(current, name, version);
  if (document.live === version) return document;
  refuseConflicts({ ...published, name, version, live: liveDescriptor(document) }, others);
  return {
    ...document,
    live: version,
    previous: document.live ?? document.previous,
    canary: document.canary?.version === version ? null : document.canary,
    history: withChange(document.history, { action: 'promote', versions: [version] }, by),
  };
};

/**
 * Makes a published version live.
 * @throws ReleaseError if it is unpublished or conflicts with other releases; nothing changes then
 */
export const promote = async (
  store: ReleaseStore,
  name: string,
  version: string,
  by: ChangeAuthor,
): Promise<Outcome> => {
  const others = await readOthers(store, name);
  return changeDocument(
    store,
    name,
    (current) => promoted(current, name, version, others, by),
    others.warnings,
  );
};
