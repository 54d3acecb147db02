import { percentSchema } from '@portal/contract';
import * as v from 'valibot';
import { changeDocument, changeVersion, type Outcome, requireDocument } from './change-document';
import { withChange, type ChangeAuthor } from './history';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

/**
 * Gives a share of the visitors another version than the live one. Every call restarts the canary, without the reports
 * of browsers so far.
 */
export const canary = async (
  store: ReleaseStore,
  name: string,
  { version, percent }: { version: string; percent: number },
  by: ChangeAuthor,
): Promise<Outcome> => {
  if (!v.safeParse(percentSchema, percent).success)
    throw new ReleaseError(`The share of a canary must be a whole number from 0 to 100, not ${percent}.`);
  return changeVersion(store, name, version, (document) => {
    if (document.live === null)
      throw new ReleaseError(
        `${name} has no live version for the other visitors. Promote one first: pnpm portal promote ${name}@${version}`,
      );
    if (document.live === version)
      throw new ReleaseError(`${name}@${version} is already live. A canary must be another version.`);
    return {
      ...document,
      canary: { version, percent, since: by.now.toISOString() },
      history: withChange(document.history, { action: 'canary', versions: [version], percent }, by),
    };
  });
};

/** Ends a canary: its visitors get the live version again. Does nothing without a canary. */
export const stopCanary = (store: ReleaseStore, name: string, by: ChangeAuthor): Promise<Outcome> =>
  changeDocument(store, name, (current) => {
    const document = requireDocument(current, name);
    if (document.canary === null) return document;
    const { version } = document.canary;
    const history = withChange(document.history, { action: 'canary', versions: [version] }, by);
    return { ...document, canary: null, history };
  });
