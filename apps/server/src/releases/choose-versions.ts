import type { PublishedVersion, ReleaseDocument } from '@portal/contract';
import type { CheckServable } from './check-servable';
import { positionOf } from './visitor-share';
import type { Visit } from './visits';

/** A released remote, or the shell. */
export interface Released {
  document: ReleaseDocument;
  /** The canary failed too often, so no visitor gets it any more. */
  isCanaryStopped: boolean;
}

/** A version that can be served. */
export interface Version {
  version: string;
  published: PublishedVersion;
}

/** The versions with these numbers that exist and can be served. */
export const servable = (
  { versions }: ReleaseDocument,
  numbers: readonly (string | null | undefined)[],
  check: CheckServable,
): Version[] =>
  [...new Set(numbers)].flatMap((version) => {
    const published = versions[version ?? ''];
    return version && published && check(published) === undefined ? [{ version, published }] : [];
  });

const isForVisitor = ({ name, canary }: ReleaseDocument, visitor: string | undefined): boolean => {
  const share = (canary?.percent ?? 0) / 100;
  // A visitor without an id cannot stay on one side of the share, so only a full canary is for them.
  return visitor === undefined ? share === 1 : positionOf(visitor, name) < share;
};

/**
 * The version for a visitor, then its fallback: a preview without fallback; the canary, then live; live, then previous.
 * When a preview or canary cannot be served, live takes its place; without live there is nothing.
 */
export const chooseVersions = (
  { document, isCanaryStopped }: Released,
  { visitor, previews }: Visit,
  check: CheckServable,
): Version[] => {
  const preview = previews.find(({ kind, remote }) => kind === 'published' && remote === document.name);
  const previewed = servable(document, [preview?.version], check);
  if (previewed.length > 0) return previewed;

  const live = servable(document, [document.live], check);
  const canary =
    isCanaryStopped || !isForVisitor(document, visitor)
      ? []
      : servable(document, [document.canary?.version], check);
  if (canary.length > 0) return [...canary, ...live];
  return live.length > 0 ? servable(document, [document.live, document.previous], check) : [];
};
