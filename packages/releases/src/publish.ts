import type { Descriptor, PublishedVersion, ReleaseDocument } from '@portal/contract';
import { contentHash, integrityOfFiles, isScriptOrStyle, publishableFiles } from './integrity';
import { readBuild } from './read-build';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

interface Publication {
  name: string;
  /** The semantic version of the app; what was built is told apart by its content. */
  baseVersion: string;
  /** The folder with the build and its `build.json`. */
  directory: string;
  /** Absent for the shell, which is no remote. */
  descriptor?: Descriptor;
  now: Date;
}

const withVersion = (
  document: ReleaseDocument | undefined,
  name: string,
  version: string,
  published: PublishedVersion,
): ReleaseDocument => ({
  name,
  live: document?.live ?? null,
  versions: { ...document?.versions, [version]: document?.versions[version] ?? published },
});

/**
 * Publishes a build as a version that never changes again; it reaches customers when it is promoted.
 * @returns the version: the app's own, marked with eight digits of its content. The same content is the same version
 * @throws ReleaseError when the build or its `build.json` is missing or wrong
 */
export const publish = async (store: ReleaseStore, publication: Publication): Promise<string> => {
  const { name, baseVersion, directory, descriptor, now } = publication;
  const build = await readBuild(directory);
  const files = await publishableFiles(directory);
  const missing = [build.entry, ...build.preload].filter((file) => !files.includes(file));
  if (missing.length > 0)
    throw new ReleaseError(`${directory} lacks ${missing.join(', ')}. Build again: pnpm build`);

  const integrity = await integrityOfFiles(directory, files);
  const version = `${baseVersion}-${contentHash({ integrity, descriptor })}`;
  const published = {
    ...build,
    ...(descriptor && { descriptor }),
    integrity: Object.fromEntries(Object.entries(integrity).filter(([file]) => isScriptOrStyle(file))),
    publishedAt: now.toISOString(),
  };
  await store.putVersion(name, version, directory, files);
  await store.update(name, (document) => withVersion(document, name, version, published));
  return version;
};
