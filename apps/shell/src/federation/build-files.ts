import { buildSchema, integritySchema, type MicroFrontend, type ReleaseFile } from '@portal/contract';
import * as v from 'valibot';
import { LoadFailure } from './load-failure';

/** How long a developer's machine may take to say what its build is made of, in milliseconds. */
const LIMIT = 10_000;

/** The files of one version, under the addresses of one attempt to load it. */
export interface BuildFiles {
  entry: ReleaseFile;
  /** The name of a classic script's container. */
  globalName: string;
  format: 'script' | 'module';
  /** Scripts that the entry loads by itself. */
  preload: readonly ReleaseFile[];
  styles: readonly ReleaseFile[];
  modules: readonly ReleaseFile[];
}

/** A file that failed or hangs may stay what it is for the life of the page: each attempt has an address of its own. */
const again =
  (attempt: number) =>
  ({ url, integrity }: ReleaseFile): ReleaseFile => ({
    url: attempt === 0 ? url : `${url}?retry=${attempt}`,
    integrity,
  });

const published = ({ url, metadata, extras }: MicroFrontend): BuildFiles => ({
  ...extras,
  entry: { url, integrity: metadata.integrity },
});

/** A browser runs whatever has no integrity, or one that it cannot read: such a file is not asked for. */
const refuseUnpinned = ({ entry, styles, modules }: BuildFiles): void => {
  const unpinned = [entry, ...styles, ...modules].find(({ integrity }) => !v.is(integritySchema, integrity));
  if (unpinned)
    throw new LoadFailure('integrity', `${unpinned.url} has no integrity. Publish the version once more.`);
};

const fetchBuild = async (url: string): Promise<BuildFiles> => {
  const answer = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(LIMIT) });
  const { entry, globalName = '', format, styles } = v.parse(buildSchema, await answer.json());
  const beside = (file: string): ReleaseFile => ({ url: new URL(file, url).href, integrity: '' });
  return { entry: beside(entry), globalName, format, preload: [], styles: styles.map(beside), modules: [] };
};

const developed = async (version: MicroFrontend): Promise<BuildFiles> => {
  if (!version.url.endsWith('/build.json')) return published(version);
  return fetchBuild(version.url).catch((cause: unknown) => {
    throw new LoadFailure(
      'entry',
      `${version.url} does not say what is built. Is the remote running there?`,
      {
        cause,
      },
    );
  });
};

/**
 * What to load for a version. A published one is in the registry, whole and with integrity; one on a developer's
 * own machine says what its build is made of.
 * @param attempt 0 at first; each later number makes new addresses
 * @throws LoadFailure, before anything is asked for, when a published version has a file without integrity
 */
export const buildFiles = async (version: MicroFrontend, attempt: number): Promise<BuildFiles> => {
  const files = version.extras.local ? await developed(version) : published(version);
  if (!version.extras.local) refuseUnpinned(files);
  return { ...files, entry: again(attempt)(files.entry), styles: files.styles.map(again(attempt)) };
};
