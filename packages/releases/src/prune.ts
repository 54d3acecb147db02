import type { ReleaseDocument } from '@portal/contract';
import { lastServed, withChange, type ChangeAuthor } from './history';
import type { ReleaseStore } from './release-store';
import { requireDocument } from './change-document';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Versions that nobody uses. A tab that was opened while a version was live requests more of its files later, so the
 * age also counts from then.
 */
const outdated = ({ live, canary, previous, versions, history }: ReleaseDocument, before: Date): string[] => {
  const kept = [live, canary?.version, previous];
  const served = lastServed(history);
  return Object.entries(versions)
    .filter(([version, { publishedAt }]) => {
      const used = served.get(version) ?? new Date(publishedAt);
      return !kept.includes(version) && new Date(publishedAt) < before && used < before;
    })
    .map(([version]) => version);
};

const documentWithout = (
  document: ReleaseDocument,
  versions: readonly string[],
  by: ChangeAuthor,
): ReleaseDocument => ({
  ...document,
  versions: Object.fromEntries(
    Object.entries(document.versions).filter(([version]) => !versions.includes(version)),
  ),
  history: withChange(document.history, { action: 'prune', versions: [...versions] }, by),
});

/** The removed versions. */
interface Pruned {
  versions: readonly string[];
  /** Abandoned uploads: stored files without an entry in the document. */
  abandoned: readonly string[];
}

/**
 * Removes versions older than some days, first from the document, then their files; the history keeps their names.
 * Live, canary and previous stay. Files left by an interrupted run are removed like abandoned uploads.
 */
export const prune = async (
  store: ReleaseStore,
  name: string,
  { olderThan }: { olderThan: number },
  by: ChangeAuthor,
): Promise<Pruned> => {
  const before = new Date(by.now.getTime() - olderThan * DAY_MS);
  const stored = await store.storedVersions(name);
  const named = new Set<string>();
  let versions: readonly string[] = [];
  // A name may have nothing but an abandoned upload.
  if (stored.length === 0 || (await store.read(name)))
    await store.update(name, (current) => {
      const document = requireDocument(current, name);
      for (const version of Object.keys(document.versions)) named.add(version);
      versions = outdated(document, before);
      return versions.length > 0 ? documentWithout(document, versions, by) : document;
    });
  const abandoned = stored
    .filter(({ version, storedAt }) => !named.has(version) && storedAt < before)
    .map(({ version }) => version);
  for (const version of [...versions, ...abandoned]) await store.deleteVersion(name, version);
  return { versions, abandoned };
};
