import type { PublishedVersion, ReleaseDocument } from '@portal/contract';
import { lostWidgets, refuseConflicts } from './conflicts';
import { HEALTH, type Health } from './health';
import { settled } from './interventions';
import { liveDescriptor, readOthers } from './other-releases';
import { ReleaseError, StorageError } from './release-error';
import type { ReleaseStore } from './release-store';

/** The number of versions in an error. */
const FEW = 5;

/** The versions of a document, newest first. */
export const newestFirst = ({ versions }: Pick<ReleaseDocument, 'versions'>): string[] =>
  Object.entries(versions)
    .sort(([, one], [, other]) => Date.parse(other.publishedAt) - Date.parse(one.publishedAt))
    .map(([version]) => version);

/** @throws ReleaseError without a document */
export const requireDocument = (document: ReleaseDocument | undefined, name: string): ReleaseDocument => {
  if (document) return document;
  throw new ReleaseError(`Nothing is published as ${name}. Run \`pnpm portal status\` for the list.`);
};

/** Finds a version in a document; an error lists the newest ones. */
export const requirePublished = (
  current: ReleaseDocument | undefined,
  name: string,
  version: string,
): { document: ReleaseDocument; published: PublishedVersion } => {
  const document = requireDocument(current, name);
  // The version comes from a command line, and every object has a `constructor`.
  const published = Object.hasOwn(document.versions, version) ? document.versions[version] : undefined;
  if (published) return { document, published };
  const all = newestFirst(document);
  const newest = [...all.slice(0, FEW), ...(all.length > FEW ? ['…'] : [])].join(', ');
  throw new ReleaseError(`${name} has no published version ${version}. Published: ${newest || 'none'}.`);
};

/** The result of a change. */
export interface Outcome {
  /** The release document before. */
  before?: ReleaseDocument | undefined;
  /** The release document now. */
  document: ReleaseDocument;
  /** False if there was nothing to change. */
  changed: boolean;
  /** Sentences for the operator. */
  warnings: readonly string[];
}

/** Reads the health of a remote; undefined if the file is missing or damaged. */
const readHealth = (store: ReleaseStore, name: string): Promise<Health | undefined> =>
  store.readReports(HEALTH, name).catch((error: unknown) => {
    if (error instanceof ReleaseError && !(error instanceof StorageError)) return undefined;
    throw error;
  });

/**
 * Changes a release document; a `change` that returns its argument changes nothing. It gets the document with the
 * portal's own decisions (a stopped canary, a rollback), which become part of it, and the document as stored.
 */
export const changeDocument = async (
  store: ReleaseStore,
  name: string,
  change: (current: ReleaseDocument | undefined, stored: ReleaseDocument | undefined) => ReleaseDocument,
  warnings: readonly string[] = [],
): Promise<Outcome> => {
  const health = await readHealth(store, name);
  let before: ReleaseDocument | undefined;
  let changed = false;
  const document = await store.update(name, (current) => {
    const next = change(current && settled(current, health), current);
    before = current;
    changed = next !== current;
    return next;
  });
  return { before, document, changed, warnings };
};

/** Changes which visitors get a published version, unless it conflicts with other releases. */
export const changeVersion = async (
  store: ReleaseStore,
  name: string,
  version: string,
  change: (document: ReleaseDocument) => ReleaseDocument,
): Promise<Outcome> => {
  const others = await readOthers(store, name);
  const checked = (current: ReleaseDocument | undefined): ReleaseDocument => {
    const { document, published } = requirePublished(current, name, version);
    const changed = change(document);
    const live = liveDescriptor(document);
    if (changed !== document) refuseConflicts({ ...published, name, version, live }, others);
    return changed;
  };
  const outcome = await changeDocument(store, name, checked, others.warnings);
  const { descriptor } = outcome.document.versions[version] ?? {};
  const lost = outcome.changed ? lostWidgets({ name, version, descriptor }, others) : [];
  return { ...outcome, warnings: [...outcome.warnings, ...lost] };
};
