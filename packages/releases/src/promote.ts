import type { ReleaseDocument } from '@portal/contract';
import {
  changeDocument,
  changeVersion,
  requireDocument,
  requirePublished,
  type Outcome,
} from './change-document';
import { conflicts, lostWidgets } from './conflicts';
import { livesOf, withChange, type ChangeAuthor } from './history';
import { readOthers } from './other-releases';
import { ReleaseError } from './release-error';
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

const rolledBack = (
  current: ReleaseDocument | undefined,
  name: string,
  to: string | undefined,
  by: ChangeAuthor,
): ReleaseDocument => {
  const { live, previous } = requireDocument(current, name);
  const version = to ?? previous;
  if (version === null)
    throw new ReleaseError(
      live === null
        ? `${name} has no live version to roll back.`
        : `${name} has nothing to roll back to: no version was live before ${live}. Name one: pnpm portal rollback ${name} --to VERSION`,
    );
  const { document } = requirePublished(current, name, version);
  if (document.live === version) return document;
  const history = withChange(document.history, { action: 'rollback', versions: [version] }, by);
  return { ...document, live: version, previous: livesOf(history).at(-2) ?? null, canary: null, history };
};

/**
 * Makes a version live again (default: the one before), and ends a canary. Two rollbacks go two steps back, never
 * forward. Conflicts with other releases become warnings.
 */
export const rollback = async (
  store: ReleaseStore,
  name: string,
  to: string | undefined,
  by: ChangeAuthor,
): Promise<Outcome> => {
  const others = await readOthers(store, name);
  const change = (current: ReleaseDocument | undefined, stored: ReleaseDocument | undefined) => {
    // The portal has already rolled back: don't go back a second step.
    if (to === undefined && current && current.live !== stored?.live) return current;
    return rolledBack(current, name, to, by);
  };
  const outcome = await changeDocument(store, name, change, others.warnings);
  const { live, versions } = outcome.document;
  if (live === null) return outcome;
  const restored = { ...versions[live], name, version: live };
  const found = conflicts(restored, others).map((conflict) => `${name}@${live} is live, but ${conflict}`);
  return { ...outcome, warnings: [...others.warnings, ...found, ...lostWidgets(restored, others)] };
};
