import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  DESCRIPTOR_TEXTS_FILE,
  descriptorTextsSchema,
  type Descriptor,
  type PublishedVersion,
} from '@portal/contract';
import {
  bytesOf,
  containerIdentifier,
  contentHash,
  descriptorFaults,
  firstLoadOf,
  integrityOfFiles,
  ownReact,
  publishableFiles,
  readBuild,
  readJson,
  ReleaseError,
  SHELL,
  type ChangeOutcome,
  type PublicationOutcome,
} from '@portal/releases';
import type { Database } from '../../platform/database/connect';
import { addVersion, changeReleases, claimContainer, type Change } from './change-store';
import { outcomeOf, type ReleaseContext, type Target } from './changes';
import { refuseConflicts } from './conflicts';
import { findRelease, type ChangeAuthor } from './release';
import { listVersions, readReleases, readVersion, wasPruned } from './release-store';
import { keepSourceMaps, readSourceMaps } from './source-maps';
import { changeFiles, storeFiles } from './version-files';

/** A build to publish. */
export interface Publication extends Target {
  /** Default: `baseVersion` plus eight digits of a hash of the content. */
  version?: string | undefined;
  /** The semantic version of the app. */
  baseVersion: string;
  /** The folder with the build and its `build.json`. */
  directory: string;
  /** Absent for the shell. */
  descriptor?: Descriptor | undefined;
  /** Whether the first screen of a remote may need more than its budget. */
  allowSize?: boolean | undefined;
  /** How many versions of the release are kept at a time. */
  maxVersions?: number;
}

/** Reads a build, and refuses one that cannot work, independent of other releases. @throws ReleaseError */
const readPublication = async (publication: Publication) => {
  const { name, baseVersion, directory, descriptor, allowSize } = publication;
  if (descriptor && name === SHELL)
    throw new ReleaseError('The shell is not a remote. Publish it without a descriptor.');
  if (!descriptor && name !== SHELL)
    throw new ReleaseError(`${name} is a remote. Publish it with its descriptor, remote.json.`);
  const build = await readBuild(directory);
  // A script assigns its container to a global; a module exports it.
  if (descriptor && build.format === 'script' && !build.globalName)
    throw new ReleaseError(`${directory}/build.json lacks /globalName, the name of the container.`);
  const files = await publishableFiles(directory);
  const texts = files.includes(DESCRIPTOR_TEXTS_FILE)
    ? await readJson(join(directory, DESCRIPTOR_TEXTS_FILE), descriptorTextsSchema, 'Build again.')
    : undefined;
  const faults = descriptor ? descriptorFaults(name, descriptor, texts) : [];
  if (faults.length > 0)
    throw new ReleaseError(`The descriptor of ${name} is not valid: ${faults.join('; ')}.`);
  const integrity = await integrityOfFiles(directory, files);
  const version = publication.version ?? `${baseVersion}-${contentHash({ integrity, descriptor })}`;
  const release = `${name}@${version}`;
  const content: PublishedVersion = {
    ...build,
    ...(descriptor && { descriptor }),
    ...(texts && { texts }),
    integrity,
  };
  // The shell has its own budget.
  const firstLoad = descriptor && (await firstLoadOf(directory, build));
  if (firstLoad?.excess && !allowSize)
    throw new ReleaseError(
      `${release} is refused: ${firstLoad.excess} Use import() for code that the first screen does not need, or publish with --allow-size.`,
    );
  const second = descriptor && (await ownReact(release, directory, files));
  const remarks = second === undefined ? [] : [second];
  return { version, content, bytes: await bytesOf(directory, files), remarks, firstLoad };
};

type Read = Awaited<ReturnType<typeof readPublication>>;

/** @throws ReleaseError if this version existed before, or the release has too many */
const requireNew = async (
  database: Database,
  { name, version: chosen, maxVersions = Infinity }: Publication,
  { version }: Read,
): Promise<void> => {
  // A version named by its content can only return with the same content.
  if (chosen !== undefined && (await wasPruned(database, name, version)))
    throw new ReleaseError(
      `${name}@${version} was published before and pruned. A version never changes: publish under another number.`,
    );
  const { length } = await listVersions(database, name);
  if (length >= maxVersions)
    throw new ReleaseError(
      `${name} has ${length} versions, and your limit is ${maxVersions}. Remove old ones: pnpm portal prune ${name}`,
    );
};

/** Adds a version to a release, unless it is there or conflicts with other releases. */
const addPublication = async (
  change: Change,
  publication: Publication,
  read: Read,
  { owners }: ReleaseContext,
): Promise<ChangeOutcome> => {
  const { name } = publication;
  const { version, content, bytes } = read;
  const releases = await readReleases(change.database);
  const release = findRelease(releases, name);
  const stored = await readVersion(change.database, name, version);
  if (stored && !isDeepStrictEqual(stored, content))
    throw new ReleaseError(
      `${name}@${version} was published with other content. A version never changes: publish under another number.`,
    );
  if (stored) return outcomeOf(name, release, release, { changed: false });
  await requireNew(change.database, publication, read);
  await addVersion(change, { name, version, content, bytes });
  const { descriptor, globalName } = content;
  const owner = globalName && (await claimContainer(change, name, containerIdentifier(globalName)));
  if (owner && owner !== name)
    throw new ReleaseError(
      `${name}@${version} is refused: its federation name ${globalName} is also that of ${owner}, so one could run the code of the other. Build with another name.`,
    );
  // A shell that live remotes do not fit yet can be published.
  const lost = descriptor ? refuseConflicts({ name, version, descriptor }, releases, owners) : [];
  const warnings = [...read.remarks, ...lost];
  return outcomeOf(name, release, release, { changed: true, warnings });
};

/**
 * Publishes a build as a version, which never changes: first its files, then the row that makes them known. Publishing
 * the same content again only restores files that are lost or damaged. Nothing is stored if the build is refused.
 */
export const publish = async (
  context: ReleaseContext,
  publication: Publication,
  by: ChangeAuthor,
): Promise<PublicationOutcome> => {
  const { name, directory, dryRun } = publication;
  const read = await readPublication(publication);
  const { version, content, firstLoad } = read;
  const { integrity } = content;
  const add = (isRehearsal: boolean) =>
    changeReleases(context.database, by, isRehearsal, (change) =>
      addPublication(change, publication, read, context),
    );
  const answer = (outcome: ChangeOutcome, restored: string[] = []): PublicationOutcome => ({
    ...outcome,
    version,
    files: Object.keys(integrity).length,
    firstLoad: firstLoad?.bytes ?? null,
    restored,
  });

  return changeFiles(name, async () => {
    const rehearsed = await add(true);
    if (dryRun) return answer(rehearsed);
    const files = { name, version, integrity };
    const stored = await storeFiles(context.bucket, files, directory, !rehearsed.changed);
    if (!rehearsed.changed) return answer(rehearsed, stored);
    const maps = await readSourceMaps(directory, Object.keys(integrity));
    await keepSourceMaps(context.bucket, name, version, maps);
    return answer(await add(false));
  });
};
