import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pMap from 'p-map';
import * as v from 'valibot';
import { StorageError } from './release-error';
import {
  folderOf,
  isRemoteName,
  isVersion,
  isVersionFile,
  readVersion,
  requireSameFiles,
  type FileIntegrity,
} from './version-files';
import { CHANGES_FILE, parseMarks, withMark, type Marks } from './watch-documents';

const CONCURRENCY = 8;
/** Attempts to write a document while others write it. */
const ATTEMPTS = 200;
const MAX_PAUSE_MS = 500;

/** The documents beside the versions of a remote. */
export type DocumentName = 'release.json' | 'health.json' | 'hours.json' | 'failures.json';

/** `<name>/<version>.files.json` lists the files of a version: integrity by path. */
const CLAIM = '.files.json';
const claimSchema = v.record(v.string(), v.string());

/** The source maps beside a version, which the portal does not serve. */
const MAPS = '.maps.json.gz';

/** The condition of a write: the object does not exist, or has this ETag (RFC 9110, section 13.1). */
type Condition = { IfNoneMatch: '*' } | { IfMatch: string };

/** An object in a bucket. */
export interface StoredObject {
  content: Uint8Array;
  etag: string;
  /** The id of its write, where the bucket keeps it. */
  write?: string | undefined;
}

/** Stored objects by key. Every bucket passes `storage.contract.ts`. */
export interface Bucket {
  /** Reads an object; undefined if it does not exist. */
  get(key: string): Promise<StoredObject | undefined>;
  /** @returns false, without writing, if the condition does not hold */
  put(
    key: string,
    content: string | Uint8Array,
    options?: { condition?: Condition; write?: string },
  ): Promise<boolean>;
  /** The keys of everything below a folder (`orders/1.0.0/`). */
  keys(folder: string): Promise<string[]>;
  /** Lists what is in a folder (`''`, `orders/`). */
  list(folder: string): Promise<{ objects: { key: string; modifiedAt: Date }[]; folders: string[] }>;
  /** Removes an object, if it exists. */
  delete(key: string): Promise<void>;
}

const textOf = (stored: StoredObject | undefined): string | undefined =>
  stored && Buffer.from(stored.content).toString('utf8');

/** Verifies that the bucket honors conditional writes: without them, updates would be lost. */
const requireConditions = async (bucket: Bucket, key: string, content: string): Promise<void> => {
  const etag = (await bucket.get(key))?.etag ?? '';
  const written = [
    await bucket.put(key, content, { condition: { IfNoneMatch: '*' } }),
    await bucket.put(key, content, { condition: { IfMatch: '0'.repeat(32) } }),
    await bucket.put(key, content, { condition: { IfMatch: etag } }),
  ];
  if (written.join() === 'false,false,true') return;
  throw new StorageError(
    'The store of the bucket ignores If-None-Match and If-Match on writes, so updates would be lost. Use one that honors them.',
  );
};

export type ReleaseStorage = ReturnType<typeof releaseStorage>;

/**
 * Stores versions and documents in a bucket: `<name>/<version>/…` and `<name>/release.json`, whose content is opaque
 * here. Every method rejects with a ReleaseError for a name or version that could lead to another folder.
 */
export const releaseStorage = (bucket: Bucket) => {
  /** @throws ReleaseError if the version exists with other files */
  const claim = async (name: string, version: string, integrity: FileIntegrity): Promise<void> => {
    const key = folderOf(name, version) + CLAIM;
    const content = JSON.stringify(integrity);
    if (await bucket.put(key, content, { condition: { IfNoneMatch: '*' } }))
      return requireConditions(bucket, key, content);
    const claimed: unknown = JSON.parse(textOf(await bucket.get(key)) ?? '{}');
    requireSameFiles(name, version, v.parse(claimSchema, claimed), integrity);
  };

  const keysOf = async (name: string, version: string): Promise<string[]> =>
    bucket.keys(`${folderOf(name, version)}/`);

  /** Writes by compare-and-swap. @returns whether the text has changed */
  const update = async (key: string, change: (current: string | undefined) => string): Promise<boolean> => {
    let write: string | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored = await bucket.get(key);
      // The SDK retries a write whose response was lost, and the retry fails its condition.
      if (write !== undefined && stored?.write === write) return true;
      write = randomUUID();
      const current = textOf(stored);
      const text = change(current);
      if (text === current) return false;
      const condition = stored ? { IfMatch: stored.etag } : ({ IfNoneMatch: '*' } as const);
      if (await bucket.put(key, text, { condition, write })) return true;
      await setTimeout(Math.random() * Math.min(MAX_PAUSE_MS, 20 * 2 ** attempt));
    }
    throw new StorageError(`${key} is being changed by others. Try again later.`);
  };

  return {
    /** All names with something in the storage. */
    names: async () => (await bucket.list('')).folders.filter(isRemoteName),

    /** Reads `changes.json`. The marks are hints: a writer without permission leaves none. */
    readMarks: async (): Promise<Marks> => parseMarks(textOf(await bucket.get(CHANGES_FILE))),

    /** Reads a document; undefined if it was never written. */
    readDocument: async (name: string, document: DocumentName) =>
      textOf(await bucket.get(`${folderOf(name)}/${document}`)),

    /**
     * Writes a document by compare-and-swap: `change` gets the current text, and is called again if another writer was
     * faster. Nothing is written if it throws or returns its argument.
     */
    async updateDocument(
      name: string,
      document: DocumentName,
      change: (current: string | undefined) => string,
    ): Promise<void> {
      const hasChanged = await update(`${folderOf(name)}/${document}`, change);
      // Ignore a writer without permission: readers find its change a minute later.
      if (hasChanged && document === 'release.json')
        await update(CHANGES_FILE, (text) => withMark(text, name)).catch(() => undefined);
    },

    /**
     * Stores the files of a version. A writer first claims it with the list of its files, so that an interrupted upload
     * can be repeated with the same files only.
     */
    async putVersion(
      name: string,
      version: string,
      directory: string,
      integrity: FileIntegrity,
    ): Promise<void> {
      const contents = await readVersion(directory, integrity);
      await claim(name, version, integrity);
      const put = ([file, content]: [string, Uint8Array]) =>
        bucket.put(`${name}/${version}/${file}`, content);
      await pMap(contents, put, { concurrency: CONCURRENCY });
    },

    /** Stores one file of a stored version. */
    async putFile(name: string, version: string, file: string, content: Uint8Array): Promise<void> {
      await bucket.put(`${folderOf(name, version)}/${file}`, content);
    },

    /** Lists the stored files of a version. */
    versionFiles: async (name: string, version: string) =>
      (await keysOf(name, version)).map((key) => key.slice(`${name}/${version}/`.length)),

    /** Reads one file of a version; undefined if it does not exist, or no version can have it. */
    async readFile(name: string, version: string, file: string): Promise<Uint8Array | undefined> {
      if (!isVersionFile(name, version, file)) return undefined;
      return (await bucket.get(`${name}/${version}/${file}`))?.content;
    },

    /** Keeps source maps beside a version. */
    async putMaps(name: string, version: string, content: Uint8Array): Promise<void> {
      await bucket.put(folderOf(name, version) + MAPS, content);
    },

    readMaps: async (name: string, version: string) =>
      (await bucket.get(folderOf(name, version) + MAPS))?.content,

    /** Lists the claimed versions, interrupted uploads included, in no order. A document need not name them. */
    async storedVersions(name: string): Promise<{ version: string; storedAt: Date }[]> {
      const { objects } = await bucket.list(`${folderOf(name)}/`);
      return objects
        .filter(({ key }) => key.endsWith(CLAIM))
        .map(({ key, modifiedAt }) => ({
          version: key.slice(name.length + 1, -CLAIM.length),
          storedAt: modifiedAt,
        }))
        .filter(({ version }) => isVersion(version));
    },

    /** Removes the files of a version and those beside it, if they exist. */
    async deleteVersion(name: string, version: string): Promise<void> {
      const folder = folderOf(name, version);
      await pMap([...(await keysOf(name, version)), folder + MAPS], (key) => bucket.delete(key), {
        concurrency: CONCURRENCY,
      });
      // Last, so that an interrupted removal stays visible and can be repeated.
      await bucket.delete(folder + CLAIM);
    },
  };
};
