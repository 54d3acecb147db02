import type { PublishedVersion } from '@portal/contract';
import { integrityOf } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import pMap from 'p-map';
import type { Bucket } from './bucket';
import { servedVersions, type Release, type ReleaseProblem } from './release';
import { changedProblem, filesProblem, readVersionFile } from './version-files';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** A representation of a file with its strong validator (RFC 9110, section 8.8). */
export interface Representation {
  content: Uint8Array;
  etag: string;
}

/** A released file, and the brotli copy from its build. */
export interface StoredFile {
  original: Representation;
  brotli: Representation | undefined;
}

/** The parts of `<name>/<version>/<file>`. */
export type FilePath = readonly [name: string, version: string, file: string];

/** Reads a released file; undefined when its version does not have it. @throws when the bucket lacks its bytes */
export type ReadFile = (...path: FilePath) => Promise<StoredFile | undefined>;

interface StoredFiles {
  bucket: Bucket;
  /** What the database says about a version. */
  readVersion: (name: string, version: string) => Promise<PublishedVersion | undefined>;
}

const representation = (content: Uint8Array): Representation => ({
  content,
  etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
});

const bytesOf = ({ original, brotli }: StoredFile): number =>
  original.content.byteLength + (brotli?.content.byteLength ?? 0) + 1;

/** Reads released files with the integrity of their version. The cache serves them while the bucket does not. */
export const storedFiles = ({ bucket, readVersion }: StoredFiles) => {
  /** The files that the bucket had with other bytes. */
  const wrong = new Map<string, { path: FilePath; problem: ReleaseProblem }>();

  const integrityIn = async ([name, version, file]: FilePath): Promise<string | undefined> => {
    const { integrity = {} } = (await readVersion(name, version)) ?? {};
    return Object.hasOwn(integrity, file) ? integrity[file] : undefined;
  };

  /** The bytes of a file that its version has; undefined if the bucket has others, or none. */
  const readPublished = async (...path: FilePath): Promise<Representation | undefined> => {
    const [name, version, file] = path;
    const integrity = await integrityIn(path);
    const content = integrity === undefined ? undefined : await readVersionFile(bucket, ...path);
    if (!content || integrityOf(content) === integrity) {
      wrong.delete(path.join('/'));
      return content && representation(content);
    }
    const problem = changedProblem(name, version, file);
    wrong.set(path.join('/'), { path, problem: { name, problem } });
    return undefined;
  };

  const cache = new LRUCache<string, StoredFile, FilePath>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: bytesOf,
    fetchMethod: async (_key, _stale, { context: [name, version, file] }) => {
      const [original, brotli] = await Promise.all([
        readPublished(name, version, file),
        readPublished(name, version, `${file}.br`),
      ]);
      return original && { original, brotli };
    },
  });

  const readFile: ReadFile = async (...path) => {
    const integrity = await integrityIn(path);
    if (integrity === undefined) return undefined;
    const key = path.join('/');
    const file = await cache.fetch(`${key} ${integrity}`, { context: path });
    if (!file) throw new Error(`${key} is lost, or not the file that was published.`);
    return file;
  };

  return {
    readFile,
    problems: (): ReleaseProblem[] => [...wrong.values()].map(({ problem }) => problem),
    /** Looks whether wrong files are right again. */
    recheck: () => Promise.all([...wrong.values()].map(({ path }) => readPublished(...path))),
  };
};

const CONCURRENCY = 8;

/** Finds the versions that customers can get, and whose files are lost or changed. @param readsAll see `filesProblem` */
export const findFileProblems = async (
  bucket: Bucket,
  releases: readonly Release[],
  readsAll: boolean,
): Promise<ReleaseProblem[]> => {
  const served = releases.flatMap((release) =>
    servedVersions(release).map((version) => ({ name: release.name, version, ...release.versions[version] })),
  );
  const find = async ({ integrity = {}, ...version }: (typeof served)[number]): Promise<ReleaseProblem[]> => {
    const problem = await filesProblem(bucket, { ...version, integrity }, readsAll);
    return problem === undefined ? [] : [{ name: version.name, problem }];
  };
  return (await pMap(served, find, { concurrency: CONCURRENCY })).flat();
};

/** How often the bucket is searched for lost files while it has all. */
const SEARCH_EVERY_MS = 60_000;

/** Looks for files that are lost or changed, in the background: neither pages nor probes wait for it. */
export const watchFiles = (bucket: Bucket, files: ReturnType<typeof storedFiles>, now: () => number) => {
  let lost: readonly ReleaseProblem[] = [];
  let searched: readonly Release[] = [];
  let searchedAt = -Infinity;
  let searching: Promise<unknown> | undefined;

  const search = async (releases: readonly Release[]) => {
    lost = await findFileProblems(bucket, releases, false);
    await files.recheck();
    searched = releases;
    searchedAt = now();
  };

  return {
    look: (releases: readonly Release[]): void => {
      const isDue = releases !== searched || now() - searchedAt >= SEARCH_EVERY_MS;
      if (!isDue && lost.length === 0 && files.problems().length === 0) return;
      searching ??= search(releases)
        .catch((cause: unknown) => {
          lost = [
            {
              name: 'releases',
              problem: 'The files of the releases cannot be listed. Check RELEASES_URL.',
              cause,
            },
          ];
        })
        .finally(() => (searching = undefined));
    },
    problems: (): readonly ReleaseProblem[] => [...lost, ...files.problems()],
  };
};
