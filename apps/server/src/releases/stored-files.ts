import type { PublishedVersion } from '@portal/contract';
import { integrityOf, type ReleaseStore } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { ReleaseProblem } from './read-documents';

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

/** Reads a released file; undefined when its document does not name it. @throws when the store lacks its bytes */
export type ReadFile = (...path: FilePath) => Promise<StoredFile | undefined>;

interface StoredFiles {
  store: Pick<ReleaseStore, 'readFile'>;
  /** What the release document says about a version. */
  publishedIn: (name: string, version: string) => Promise<PublishedVersion | undefined>;
}

const representation = (content: Uint8Array): Representation => ({
  content,
  etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
});

const bytesOf = ({ original, brotli }: StoredFile): number =>
  original.content.byteLength + (brotli?.content.byteLength ?? 0) + 1;

/** Reads released files with the integrity of their document. The cache serves them while the store does not. */
export const storedFiles = ({ store, publishedIn }: StoredFiles) => {
  /** The files that the store had with other bytes. */
  const wrong = new Map<string, { path: FilePath; problem: ReleaseProblem }>();

  const integrityIn = async ([name, version, file]: FilePath): Promise<string | undefined> => {
    const { integrity = {} } = (await publishedIn(name, version)) ?? {};
    return Object.hasOwn(integrity, file) ? integrity[file] : undefined;
  };

  /** The bytes of a file that its document names; undefined if the store has others, or none. */
  const readPublished = async (...path: FilePath): Promise<Representation | undefined> => {
    const [name, version, file] = path;
    const integrity = await integrityIn(path);
    const content = integrity === undefined ? undefined : await store.readFile(...path);
    if (!content || integrityOf(content) === integrity) {
      wrong.delete(path.join('/'));
      return content && representation(content);
    }
    const problem = `${name} ${version}: ${file} is not the file that was published. Find out who changed it, then publish the same build again, or restore it from a backup.`;
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
