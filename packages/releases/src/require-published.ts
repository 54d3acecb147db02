import type { PublishedVersion, ReleaseDocument } from '@portal/contract';
import { ReleaseError } from './release-error';

/** How many versions an error names. */
const FEW = 5;

/** The versions of a document, the newest first. */
export const newestFirst = ({ versions }: Pick<ReleaseDocument, 'versions'>): string[] =>
  Object.entries(versions)
    .sort(([, one], [, other]) => Date.parse(other.publishedAt) - Date.parse(one.publishedAt))
    .map(([version]) => version);

/** @throws ReleaseError when nothing was published under that name */
export const requireDocument = (document: ReleaseDocument | undefined, name: string): ReleaseDocument => {
  if (document) return document;
  throw new ReleaseError(
    `Nothing is published under the name ${name}. What is published: pnpm portal status`,
  );
};

/**
 * A document and one of its versions.
 * @throws ReleaseError that names the newest versions when it does not have that one
 */
export const requirePublished = (
  current: ReleaseDocument | undefined,
  name: string,
  version: string,
): { document: ReleaseDocument; published: PublishedVersion } => {
  const document = requireDocument(current, name);
  // What is asked for comes from a command line, and every object has a `constructor`.
  const published = Object.hasOwn(document.versions, version) ? document.versions[version] : undefined;
  if (published) return { document, published };
  const known = newestFirst(document);
  const newest = [...known.slice(0, FEW), ...(known.length > FEW ? ['…'] : [])].join(', ');
  throw new ReleaseError(`${name} has no published version ${version}. Published: ${newest || 'none'}.`);
};
