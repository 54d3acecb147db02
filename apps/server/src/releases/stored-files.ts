import type { ReleaseStore } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/** A representation of a file with its strong validator (RFC 9110, section 8.8). */
export interface Representation {
  content: Uint8Array;
  etag: string;
}

/** A released file, and the brotli copy from its build. */
export interface StoredFile {
  plain: Representation;
  brotli: Representation | undefined;
  /** Whether the bytes have the integrity in the release document. */
  isAsPublished: boolean;
}

/** The parts of `<name>/<version>/<file>`. */
export type FilePath = readonly [name: string, version: string, file: string];

export interface StoredFiles {
  store: Pick<ReleaseStore, 'readFile'>;
  isAsPublished: (content: Uint8Array, ...path: FilePath) => Promise<boolean>;
}

export const representation = (content: Uint8Array): Representation => ({
  content,
  etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
});

const bytesOf = ({ plain, brotli }: StoredFile): number =>
  plain.content.byteLength + (brotli?.content.byteLength ?? 0) + 1;

/**
 * Reads released files through a cache, which also serves them while the store is unavailable. Concurrent requests for
 * a file share one read. A file with wrong content is not cached, so that a repair takes effect at once.
 */
export const storedFiles = ({ store, isAsPublished }: StoredFiles) => {
  const cache = new LRUCache<string, StoredFile, FilePath>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: bytesOf,
    fetchMethod: async (_key, _stale, { context: [name, version, file] }) => {
      const compressed = `${file}.br`;
      const [plain, brotli] = await Promise.all([
        store.readFile(name, version, file),
        store.readFile(name, version, compressed),
      ]);
      return (
        plain && {
          plain: representation(plain),
          brotli: brotli && representation(brotli),
          isAsPublished:
            (await isAsPublished(plain, name, version, file)) &&
            (brotli === undefined || (await isAsPublished(brotli, name, version, compressed))),
        }
      );
    },
  });

  /**
   * @returns undefined when the file does not exist
   * @throws the store's error while it is unavailable
   */
  return async (...path: FilePath): Promise<StoredFile | undefined> => {
    const key = path.join('/');
    const file = await cache.fetch(key, { context: path });
    if (file && !file.isAsPublished) cache.delete(key);
    return file;
  };
};
