import { changeVersion, type Outcome } from './change-document';
import { withChange, type ChangeAuthor } from './history';
import type { ReleaseStore } from './release-store';

/**
 * Makes a published version live. It ends a canary of the same version; a canary of another version continues.
 * @throws ReleaseError if it is unpublished or conflicts with other releases; nothing changes then
 */
export const promote = (
  store: ReleaseStore,
  name: string,
  version: string,
  by: ChangeAuthor,
): Promise<Outcome> =>
  changeVersion(store, name, version, (document) =>
    document.live === version
      ? document
      : {
          ...document,
          live: version,
          previous: document.live ?? document.previous,
          canary: document.canary?.version === version ? null : document.canary,
          history: withChange(document.history, { action: 'promote', versions: [version] }, by),
        },
  );
