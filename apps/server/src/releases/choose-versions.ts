import type { PublishedVersion, ReleaseDocument } from '@portal/contract';
import type { Fault } from './check-servable';
import { bucketOf } from './visitor-share';
import type { Visit } from './visits';

/** What is released of a remote or of the shell. */
export interface Released {
  document: ReleaseDocument;
  /** The canary failed too often: nobody gets it any more. */
  isCanaryStopped: boolean;
}

/** A version that can be served. */
export interface Version {
  version: string;
  published: PublishedVersion;
}

/** The versions with these numbers, without those that are not there or cannot be served. */
export const servable = (
  { versions }: ReleaseDocument,
  numbers: readonly (string | null | undefined)[],
  fault: Fault,
): Version[] =>
  [...new Set(numbers)].flatMap((version) => {
    const published = versions[version ?? ''];
    return version && published && fault(published) === undefined ? [{ version, published }] : [];
  });

const isForVisitor = ({ name, canary }: ReleaseDocument, visitor: string | undefined): boolean => {
  const share = (canary?.percent ?? 0) / 100;
  // Who has no id cannot be kept on one side of the share, and gets what everybody gets.
  return visitor === undefined ? share === 1 : bucketOf(visitor, name) < share;
};

/**
 * The version that a visitor gets and, after it, the one to fall back to: a preview and nothing else; the canary,
 * then live; live, then the one before. A preview or canary that cannot be served gives way to live; without live
 * there is nothing.
 */
export const chooseVersions = (
  { document, isCanaryStopped }: Released,
  { visitor, previews }: Visit,
  fault: Fault,
): Version[] => {
  const preview = previews.find(({ kind, remote }) => kind === 'published' && remote === document.name);
  const previewed = servable(document, [preview?.version], fault);
  if (previewed.length > 0) return previewed;

  const live = servable(document, [document.live], fault);
  const canary =
    isCanaryStopped || !isForVisitor(document, visitor)
      ? []
      : servable(document, [document.canary?.version], fault);
  if (canary.length > 0) return [...canary, ...live];
  return live.length > 0 ? servable(document, [document.live, document.previous], fault) : [];
};
