import type { PublishedVersion, ReleaseDocument } from '@portal/contract';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

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
  throw new ReleaseError(`Nothing is published as ${name}. Run \`pnpm portal status\` for the list.`);
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

/** What became of a request to change what is released. */
export interface Outcome {
  /** The release document that was there. */
  before: ReleaseDocument | undefined;
  /** The release document as it is now. */
  document: ReleaseDocument;
  /** False when everything was so already. */
  changed: boolean;
  /** What the operator should know although it was done, in sentences. */
  warnings: readonly string[];
}

/** Changes a release document; a `change` that gives back the very document it got changes nothing. */
export const changeDocument = async (
  store: ReleaseStore,
  name: string,
  change: (current: ReleaseDocument | undefined) => ReleaseDocument,
  warnings: readonly string[] = [],
): Promise<Outcome> => {
  let before: ReleaseDocument | undefined;
  let changed = false;
  const document = await store.update(name, (current) => {
    const next = change(current);
    before = current;
    changed = next !== current;
    return next;
  });
  return { before, document, changed, warnings };
};
