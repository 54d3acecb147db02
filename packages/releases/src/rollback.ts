import type { ReleaseDocument } from '@portal/contract';
import { changeDocument, type Outcome, requireDocument, requirePublished } from './release-document';
import { conflicts } from './conflicts';
import { livesOf, withChange, type ChangeAuthor } from './history';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';
import { readOthers } from './served';

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
        ? `${name} has no live version, so that there is nothing to go back from.`
        : `${name} has nothing to go back to: before ${live}, nothing was live. Name a version: pnpm portal rollback ${name} --to VERSION`,
    );
  const { document } = requirePublished(current, name, version);
  if (document.live === version) return document;
  const history = withChange(document.history, { action: 'rollback', versions: [version] }, by);
  return { ...document, live: version, previous: livesOf(history).at(-2) ?? null, canary: null, history };
};

/**
 * Makes a version live again, and ends a canary. Going back twice goes two steps back, never forward to the version
 * that was left. What else is live does not bar the way back; what will not work beside it is a warning.
 * @param to any published version; absent: the one that was live before
 * @throws ReleaseError when there is nothing to go back to; nothing changes then
 */
export const rollback = async (
  store: ReleaseStore,
  name: string,
  to: string | undefined,
  by: ChangeAuthor,
): Promise<Outcome> => {
  const { served, warnings } = await readOthers(store, name);
  const outcome = await changeDocument(store, name, (current) => rolledBack(current, name, to, by), warnings);
  const { live, versions } = outcome.document;
  if (live === null) return outcome;
  const found = conflicts({ name, version: live, descriptor: versions[live]?.descriptor }, served);
  return {
    ...outcome,
    warnings: [...warnings, ...found.map((problem) => `${name}@${live} is live, but ${problem}`)],
  };
};
