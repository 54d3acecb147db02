import type { ReleaseStore } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';

/** How many bytes of files are kept in memory: 64 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** One form of a file, and the strong validator of that form: RFC 9110, section 8.8. */
interface Representation {
  content: Uint8Array;
  etag: string;
}

/** A file of a version as it is, and the copy that its build compressed with brotli. */
export interface StoredFile {
  plain: Representation;
  brotli: Representation | undefined;
  /** Whether these are the bytes that its release document names. */
  isAsPublished: boolean;
}

/** `<name>/<version>/<file>`, parted. */
export type FilePath = readonly [name: string, version: string, file: string];

interface StoredFiles {
  store: Pick<ReleaseStore, 'readFile'>;
  isAsPublished: (content: Uint8Array, ...path: FilePath) => Promise<boolean>;
}

const representation = (content: Uint8Array): Representation => ({
  content,
  etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
});

const bytesOf = ({ plain, brotli }: StoredFile): number =>
  plain.content.byteLength + (brotli?.content.byteLength ?? 0) + 1;

/**
 * The files of versions, which never change: those that were asked for last are kept in memory, so that they are
 * served while the store is away. Whoever asks for one at the same time waits for the same answer. A file that was
 * changed is kept by nobody, so that it is right again as soon as it was repaired.
 */
export const storedFiles = ({ store, isAsPublished }: StoredFiles) => {
  const cache = new LRUCache<string, StoredFile, FilePath>({
    maxSize: MAX_BYTES,
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
   * @returns undefined when there is no such file
   * @throws what the store throws while it is away
   */
  return async (...path: FilePath): Promise<StoredFile | undefined> => {
    const key = path.join('/');
    const file = await cache.fetch(key, { context: path });
    if (file && !file.isAsPublished) cache.delete(key);
    return file;
  };
};
