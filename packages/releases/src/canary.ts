import { percentSchema, type ReleaseDocument } from '@portal/contract';
import * as v from 'valibot';
import { changeDocument, type Outcome, requireDocument, requirePublished } from './release-document';
import { refuseConflicts } from './conflicts';
import { withChange, type ChangeAuthor } from './history';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';
import { readOthers, type Served } from './served';

interface Canary {
  version: string;
  /** Of the visitors, whole: 0 is nobody, 100 everybody. */
  percent: number;
}

const withCanary = (
  current: ReleaseDocument | undefined,
  name: string,
  { version, percent }: Canary,
  served: readonly Served[],
  by: ChangeAuthor,
): ReleaseDocument => {
  const { document, published } = requirePublished(current, name, version);
  if (document.live === null)
    throw new ReleaseError(
      `${name} has no live version for the other visitors. Promote one first: pnpm portal promote ${name}@${version}`,
    );
  if (document.live === version)
    throw new ReleaseError(
      `${name}@${version} is live already. A canary is another version than the live one.`,
    );
  refuseConflicts({ ...published, name, version }, served);
  return {
    ...document,
    canary: { version, percent, since: by.now.toISOString() },
    history: withChange(document.history, { action: 'canary', versions: [version], percent }, by),
  };
};

/**
 * Gives a share of the visitors another version than the live one. Said again, with the same share or another, it
 * starts anew: what browsers reported of it is forgotten, and one that was stopped goes on.
 * @throws ReleaseError for a version that is live or was not published, a share outside of 0 to 100, no live version,
 *   or one that cannot stand beside what else is live; nothing changes then
 */
export const canary = async (
  store: ReleaseStore,
  name: string,
  share: Canary,
  by: ChangeAuthor,
): Promise<Outcome> => {
  if (!v.safeParse(percentSchema, share.percent).success)
    throw new ReleaseError(`The share of a canary is a whole number from 0 to 100, not ${share.percent}.`);
  const { served, warnings } = await readOthers(store, name);
  return changeDocument(store, name, (current) => withCanary(current, name, share, served, by), warnings);
};

/** Ends a canary; its visitors get the live version again. Without one, nothing changes. */
export const stopCanary = (store: ReleaseStore, name: string, by: ChangeAuthor): Promise<Outcome> =>
  changeDocument(store, name, (current) => {
    const document = requireDocument(current, name);
    if (document.canary === null) return document;
    const { version } = document.canary;
    const history = withChange(document.history, { action: 'canary', versions: [version] }, by);
    return { ...document, canary: null, history };
  });
