import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pMap from 'p-map';
import * as v from 'valibot';
import type { Bucket } from './s3-bucket';
import { StorageError } from './release-error';
import { SIDE_FILES, type ReleaseStorage } from './storage';
import {
  folderOf,
  isRemoteName,
  isVersion,
  isVersionFile,
  readVersion,
  requireSameFiles,
} from './version-files';
import { CHANGES_FILE, parseMarks, withMark } from './watch-documents';

const CONCURRENCY = 8;
/** Attempts to write a document while others write it. */
const ATTEMPTS = 200;
const MAX_PAUSE_MS = 500;

/** `<name>/<version>.files.json` lists the files of a version: integrity by path. */
const CLAIM = '.files.json';
const claimSchema = v.record(v.string(), v.string());

const textOf = (content: Uint8Array): string => Buffer.from(content).toString('utf8');

/**
 * Verifies that the store honors conditional writes. Without them, updates would be lost silently.
 * @param key an object with this content
 * @throws StorageError if it does not
 */
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

/**
 * Stores releases in a bucket: `<name>/<version>/…` and `<name>/release.json`. Documents are written on the condition
 * that they did not change since they were read. A writer first claims a version with the list of its files; an
 * interrupted upload resumes where it stopped.
 */
export const bucketStorage = (bucket: Bucket): ReleaseStorage => {
  /** @returns whether the version is new; an existing one has the same files */
  const claim = async (name: string, version: string, integrity: Record<string, string>) => {
    const key = folderOf(name, version) + CLAIM;
    const content = JSON.stringify(integrity);
    if (await bucket.put(key, content, { condition: { IfNoneMatch: '*' } })) {
      await requireConditions(bucket, key, content);
      return true;
    }
    const claimed = await bucket.get(key);
    const stored = claimed ? v.parse(claimSchema, JSON.parse(textOf(claimed.content))) : {};
    requireSameFiles(name, version, stored, integrity);
    return false;
  };

  const filesOf = async (name: string, version: string) =>
    (await bucket.list(`${folderOf(name, version)}/`)).objects.map(({ key }) => key);

  const readText = async (key: string): Promise<string | undefined> => {
    const stored = await bucket.get(key);
    return stored && textOf(stored.content);
  };

  /** Writes by compare-and-swap. */
  const update = async (key: string, change: (current: string | undefined) => string): Promise<void> => {
    let write: string | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored = await bucket.get(key);
      // The SDK retries a write whose response was lost, and the retry fails its condition.
      if (write !== undefined && stored?.write === write) return;
      write = randomUUID();
      const current = stored && textOf(stored.content);
      const text = change(current);
      if (text === current) return;
      const condition = stored ? { IfMatch: stored.etag } : ({ IfNoneMatch: '*' } as const);
      if (await bucket.put(key, text, { condition, write })) return;
      await setTimeout(Math.random() * Math.min(MAX_PAUSE_MS, 20 * 2 ** attempt));
    }
    throw new StorageError(`${key} is being changed by others. Try again later.`);
  };

  return {
    names: async () => (await bucket.list('', '/')).folders.filter(isRemoteName),

    readMarks: async () => parseMarks(await readText(CHANGES_FILE)),

    readDocument: async (name, document) => readText(`${folderOf(name)}/${document}`),

    async updateDocument(name, document, change) {
      let hasChanged = false;
      await update(`${folderOf(name)}/${document}`, (current) => {
        const text = change(current);
        hasChanged = text !== current;
        return text;
      });
      // Ignore a writer without permission: readers find its change a minute later.
      if (hasChanged && document === 'release.json')
        await update(CHANGES_FILE, (text) => withMark(text, name)).catch(() => undefined);
    },

    async putVersion(name, version, directory, integrity, onFile) {
      const contents = await readVersion(directory, integrity);
      const isNew = await claim(name, version, integrity);
      const there = new Set(isNew ? [] : await filesOf(name, version));
      await pMap(
        contents,
        async ([file, content]) => {
          const key = `${name}/${version}/${file}`;
          if (there.has(key)) return;
          await bucket.put(key, content);
          onFile?.(file);
        },
        { concurrency: CONCURRENCY },
      );
    },

    async putFile(name, version, file, content) {
      await bucket.put(`${folderOf(name, version)}/${file}`, content);
    },

    versionFiles: async (name, version) =>
      (await filesOf(name, version)).map((key) => key.slice(`${name}/${version}/`.length)),

    async readFile(name, version, file) {
      if (!isVersionFile(name, version, file)) return undefined;
      return (await bucket.get(`${name}/${version}/${file}`))?.content;
    },

    async putSideFile(name, version, file, content) {
      await bucket.put(`${folderOf(name, version)}.${file}`, content);
    },

    async readSideFile(name, version, file) {
      return (await bucket.get(`${folderOf(name, version)}.${file}`))?.content;
    },

    async storedVersions(name) {
      const { objects } = await bucket.list(`${folderOf(name)}/`, '/');
      return objects
        .filter(({ key }) => key.endsWith(CLAIM))
        .map(({ key, modifiedAt }) => ({
          version: key.slice(name.length + 1, -CLAIM.length),
          storedAt: modifiedAt,
        }))
        .filter(({ version }) => isVersion(version));
    },

    async deleteVersion(name, version) {
      const beside = SIDE_FILES.map((file) => `${folderOf(name, version)}.${file}`);
      await pMap([...(await filesOf(name, version)), ...beside], (key) => bucket.delete(key), {
        concurrency: CONCURRENCY,
      });
      // Last, so that an interrupted removal stays visible and can be repeated.
      await bucket.delete(`${name}/${version}${CLAIM}`);
    },
  };
};
