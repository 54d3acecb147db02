import type { PublishedVersion } from '@portal/contract';
import { integrityOf } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import pMap from 'p-map';
import type { Bucket } from './bucket';
import { servedVersions, type Release, type ReleaseProblem } from './release';
import { changedProblem, filesProblem, keyOf } from './version-files';

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
  /** The files that the bucket had with other bytes, by key. */
  const wrong = new Map<string, { path: FilePath; integrity: string }>();

  /** Reads the bytes with this integrity; undefined if the bucket has others, or none. */
  const readPublished = async (path: FilePath, integrity: string): Promise<Representation | undefined> => {
    const key = keyOf(...path);
    const content = await bucket.get(key);
    if (content && integrityOf(content) !== integrity) {
      wrong.set(key, { path, integrity });
      return undefined;
    }
    wrong.delete(key);
    return content && representation(content);
  };

  const cache = new LRUCache<string, StoredFile, FilePath>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: bytesOf,
    fetchMethod: async (key, _stale, { context: [name, version, file] }) => {
      const published = await readVersion(name, version);
      const integrity = new Map(Object.entries(published?.integrity ?? {}));
      if (!integrity.has(file)) return undefined;
      const read = async (one: string) => {
        const expected = integrity.get(one);
        return expected === undefined ? undefined : readPublished([name, version, one], expected);
      };
      const [original, brotli] = await Promise.all([read(file), read(`${file}.br`)]);
      if (!original) throw new Error(`${key} is lost, or not the file that was published.`);
      return { original, brotli };
    },
  });

  const readFile: ReadFile = (...path) => cache.fetch(keyOf(...path), { context: path });

  return {
    readFile,
    problems: (): ReleaseProblem[] =>
      [...wrong.values()].map(({ path: [name, version, file] }) => ({
        name,
        problem: changedProblem(name, version, file),
      })),
    /** Looks whether wrong files are right again. */
    recheck: () =>
      Promise.all([...wrong.values()].map(({ path, integrity }) => readPublished(path, integrity))),
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
