import { changeVersion, type Outcome } from './change-document';
import { withChange, type ChangeAuthor } from './history';
import type { ReleaseStore } from './release-store';

/** Makes a published version live. It ends a canary of the same version; another canary continues. */
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
