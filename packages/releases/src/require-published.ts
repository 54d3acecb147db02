import type { PublishedVersion, ReleaseDocument } from '@portal/contract';
import { ReleaseError } from './release-error';

/** How many versions an error names. */
const FEW = 5;

/** Versions of a document, the newest first. */
export const newestFirst = ({ versions }: Pick<ReleaseDocument, 'versions'>): string[] =>
  Object.entries(versions)
    .sort(([, one], [, other]) => Date.parse(other.publishedAt) - Date.parse(one.publishedAt))
    .map(([version]) => version);

/**
 * The document, once it is known to have a version.
 * @throws ReleaseError that names the newest versions there are
 */
export const requirePublished = (
  document: ReleaseDocument | undefined,
  name: string,
  version: string,
): { document: ReleaseDocument; published: PublishedVersion } => {
  const published = document?.versions[version];
  if (document && published) return { document, published };
  const known = document ? newestFirst(document) : [];
  const newest =
    known.length > FEW
      ? `, newest first: ${known.slice(0, FEW).join(', ')}, …`
      : `: ${known.join(', ') || 'none'}`;
  throw new ReleaseError(`${name} has no published version ${version}. Published${newest}.`);
};
