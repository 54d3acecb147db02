import {
  buildOf,
  FEDERATION_MANIFEST,
  federationManifestSchema,
  integritySchema,
  type RemoteVersion,
  type ReleaseFile,
} from '@portal/contract';
import * as v from 'valibot';
import { LoadFailure, withTimeout } from './load-failure';

/** How long a developer's machine may take to respond. */
const BUILD_TIMEOUT_MS = 10_000;

type Files = Pick<RemoteVersion['extras'], 'globalName' | 'format' | 'preload' | 'styles' | 'modules'>;

/** The files of one version, with the URLs of one attempt to load it. */
export interface BuildFiles extends Files {
  entry: ReleaseFile;
}

/** Gives each attempt its own URL: a browser may remember for the life of the page that a file failed or hangs. */
const withRetryParam =
  (attempt: number) =>
  ({ url, integrity }: ReleaseFile): ReleaseFile => ({
    url: attempt === 0 ? url : `${url}?retry=${attempt}`,
    integrity,
  });

const published = ({ url, metadata, extras }: RemoteVersion): BuildFiles => ({
  ...extras,
  entry: { url, integrity: metadata.integrity },
});

/** A browser runs a file without a valid integrity, so such a file is never requested. */
const refuseUnpinned = ({ entry, styles, modules }: BuildFiles): void => {
  const unpinned = [entry, ...styles, ...modules].find(({ integrity }) => !v.is(integritySchema, integrity));
  if (unpinned)
    throw new LoadFailure('integrity', `${unpinned.url} has no integrity. Publish the version again.`);
};

const fetchBuild = async (url: string): Promise<BuildFiles> => {
  const response = await withTimeout(BUILD_TIMEOUT_MS, url, fetch(url, { cache: 'no-store' }));
  const manifest = v.parse(federationManifestSchema, await response.json());
  const { entry, globalName = '', format, styles } = buildOf(manifest);
  const beside = (file: string): ReleaseFile => ({ url: new URL(file, url).href, integrity: '' });
  return { entry: beside(entry), globalName, format, preload: [], styles: styles.map(beside), modules: [] };
};

const developed = async (version: RemoteVersion): Promise<BuildFiles> => {
  if (!version.url.endsWith(`/${FEDERATION_MANIFEST}`)) return published(version);
  return fetchBuild(version.url).catch((cause: unknown) => {
    throw new LoadFailure('entry', `${version.url} does not describe a build. Is the remote running there?`, {
      cause,
    });
  });
};

/** Lists the files of a version. @throws LoadFailure when a published one lacks an integrity */
export const buildFiles = async (version: RemoteVersion, attempt: number): Promise<BuildFiles> => {
  const files = version.extras.local ? await developed(version) : published(version);
  if (!version.extras.local) refuseUnpinned(files);
  return {
    ...files,
    entry: withRetryParam(attempt)(files.entry),
    styles: files.styles.map(withRetryParam(attempt)),
  };
};
