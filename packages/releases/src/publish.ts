import {
  DESCRIPTOR_TEXTS_FILE,
  descriptorTextsSchema,
  publishedVersionSchema,
  versionSchema,
  type Descriptor,
  type PublishedVersion,
  type ReleaseDocument,
  type Verification,
} from '@portal/contract';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { changeDocument, requirePublished, type Outcome } from './change-document';
import { lostWidgets, refuseConflicts } from './conflicts';
import { describeFaults, readJson } from './read-json';
import { descriptorFaults } from './descriptor-faults';
import { firstLoadOf, heavyText, type FirstLoad } from './first-load';
import { withChange, type ChangeAuthor } from './history';
import { contentHash, integrityOfFiles, publishableFiles } from './integrity';
import { restoreFiles } from './lost-files';
import { readBuild } from './read-build';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';
import { liveDescriptor, readOthers, SHELL } from './other-releases';
import { keepSourceMaps, readSourceMaps } from './source-maps';

/** A build to publish. */
export interface Publication {
  name: string;
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
  by: ChangeAuthor;
}

/** Refuses a build that cannot work, independent of other releases. @throws ReleaseError */
const readPublication = async (publication: Publication) => {
  const { name, baseVersion, directory, descriptor, by } = publication;
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
  if (!v.safeParse(versionSchema, version).success)
    throw new ReleaseError(
      `${name}@${version} is not a semantic version. Use one such as 1.4.0 or 1.4.0-pr12.`,
    );
  const published = v.safeParse(publishedVersionSchema, {
    ...build,
    ...(descriptor && { descriptor }),
    ...(texts && { texts }),
    integrity,
    publishedAt: by.now.toISOString(),
  });
  if (!published.success)
    throw new ReleaseError(`${name}@${version} cannot be published: ${describeFaults(published.issues)}.`);
  // The shell has its own budget.
  const firstLoad = descriptor && (await firstLoadOf(directory, build));
  const maps = await readSourceMaps(directory, files);
  const heavy = await heavyText(`${name}@${version}`, directory, files);
  return { version, published: published.output, firstLoad, maps, heavy };
};

const contentOf = (published: PublishedVersion) => ({
  ...published,
  publishedAt: undefined,
  verification: undefined,
});

const wasPruned = ({ history }: ReleaseDocument, version: string): boolean =>
  history.some(({ action, versions }) => action === 'prune' && versions.includes(version));

/** The first document of a name; the store counts its revision. */
const unreleased = (name: string): ReleaseDocument => ({
  name,
  revision: 0,
  live: null,
  canary: null,
  previous: null,
  versions: {},
  history: [],
});

/** @throws ReleaseError if this version exists, or existed, with other content */
const withPublished = (
  current: ReleaseDocument | undefined,
  { name, version: chosen, by }: Publication,
  version: string,
  published: PublishedVersion,
): ReleaseDocument => {
  const document = current ?? unreleased(name);
  const before = document.versions[version];
  if (before && isDeepStrictEqual(contentOf(before), contentOf(published))) return document;
  if (before)
    throw new ReleaseError(
      `${name}@${version} was published on ${before.publishedAt} with other content. A version never changes: publish under another number.`,
    );
  // A version named by its content can only return with the same content.
  if (chosen !== undefined && wasPruned(document, version))
    throw new ReleaseError(
      `${name}@${version} was published before and pruned. A version never changes: publish under another number.`,
    );
  return {
    ...document,
    versions: { ...document.versions, [version]: published },
    history: withChange(document.history, { action: 'publish', versions: [version] }, by),
  };
};

/**
 * Publishes a build as a version, which never changes. Publishing the same content again only restores files that are
 * lost or damaged. Nothing is stored if the build is refused.
 */
export const publish = async (
  store: ReleaseStore,
  publication: Publication,
): Promise<Outcome & { version: string; firstLoad?: FirstLoad | undefined; restored: readonly string[] }> => {
  const { name, directory, descriptor, allowSize = false } = publication;
  const { version, published, firstLoad, maps, heavy } = await readPublication(publication);
  const others = await readOthers(store, name);
  const warnings = [
    ...others.warnings,
    ...heavy,
    ...(descriptor ? lostWidgets({ name, version, descriptor }, others) : []),
  ];
  const change = (current: ReleaseDocument | undefined) =>
    withPublished(current, publication, version, published);

  const before = await store.read(name);
  if (before && change(before) === before) {
    const restored = await restoreFiles(store, name, version, directory, published.integrity);
    return { version, firstLoad, restored, before, document: before, changed: false, warnings };
  }
  const live = before && liveDescriptor(before);
  if (descriptor) refuseConflicts({ ...published, name, version, live }, others);
  if (firstLoad?.excess && !allowSize)
    throw new ReleaseError(
      `${name}@${version} is refused: ${firstLoad.excess} Use import() for code that the first screen does not need, or publish with --allow-size.`,
    );

  await store.putVersion(name, version, directory, published.integrity);
  await keepSourceMaps(store, name, version, maps);
  return { version, firstLoad, restored: [], ...(await changeDocument(store, name, change, warnings)) };
};

/** Keeps the result of a verification with its version. */
export const keepVerification = (
  store: ReleaseStore,
  name: string,
  version: string,
  verification: Verification,
): Promise<Outcome> =>
  changeDocument(store, name, (current) => {
    const { document, published } = requirePublished(current, name, version);
    return { ...document, versions: { ...document.versions, [version]: { ...published, verification } } };
  });
