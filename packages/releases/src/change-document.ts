import type { ReleaseDocument } from '@portal/contract';
import type { ReleaseStore } from './release-store';

/** What became of a request to change what is released. */
export interface Outcome {
  /** The release document that was there. */
  before: ReleaseDocument | undefined;
  /** The release document as it is now. */
  document: ReleaseDocument;
  /** False when everything was so already. */
  changed: boolean;
  /** What the operator should know although it was done, in sentences. */
  warnings: readonly string[];
}

/** Changes a release document; a `change` that gives back the very document it got changes nothing. */
export const changeDocument = async (
  store: ReleaseStore,
  name: string,
  change: (current: ReleaseDocument | undefined) => ReleaseDocument,
  warnings: readonly string[] = [],
): Promise<Outcome> => {
  let before: ReleaseDocument | undefined;
  let changed = false;
  const document = await store.update(name, (current) => {
    const next = change(current);
    before = current;
    changed = next !== current;
    return next;
  });
  return { before, document, changed, warnings };
};
