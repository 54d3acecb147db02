import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pMap from 'p-map';
import * as v from 'valibot';
import type { Bucket } from './s3-bucket';
import { StorageError } from './release-error';
import type { ReleaseStorage } from './release-storage';
import { isRemoteName, isVersion, isVersionFile, readVersion, requireSameFiles } from './version-files';

/** How many files travel at once. */
const AT_ONCE = { concurrency: 8 };
/** How often a document is tried to be written while others write it. */
const ATTEMPTS = 200;
/** The longest pause between two attempts, in milliseconds. */
const LONGEST_PAUSE = 500;

/** `<name>/<version>.files.json` says which files the version has, as integrity by path. */
const CLAIM = '.files.json';
const claimSchema = v.record(v.string(), v.string());

const textOf = (content: Uint8Array): string => Buffer.from(content).toString('utf8');

/**
 * Makes sure that writes are refused when their condition does not hold, and only then. In a store that ignores
 * conditions updates would be lost, and nobody would know.
 * @param key of an object that is there, with this content
 * @throws StorageError when the store cannot be used
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
    'The store of the bucket does not honour If-None-Match and If-Match when it writes, so that updates would be lost. Use one that does.',
  );
};

/**
 * Releases in a bucket: `<name>/<version>/…` and `<name>/release.json`. Documents are written under the condition
 * that they are what was read. Who writes a version first claims it with the list of its files; an upload that was
 * broken off goes on where it stopped.
 */
export const bucketStorage = (bucket: Bucket): ReleaseStorage => {
  /** @returns whether the version is new; when it is not, it has these files */
  const claim = async (name: string, version: string, integrity: Record<string, string>) => {
    const key = `${name}/${version}${CLAIM}`;
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
    (await bucket.list(`${name}/${version}/`)).objects.map(({ key }) => key);

  return {
    names: async () => (await bucket.list('', '/')).folders.filter(isRemoteName),

    async readDocument(name, document) {
      const stored = await bucket.get(`${name}/${document}`);
      return stored && textOf(stored.content);
    },

    async updateDocument(name, document, change) {
      const key = `${name}/${document}`;
      let write: string | undefined;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const stored = await bucket.get(key);
        // A write whose answer was lost on its way is refused when it is sent again.
        if (write !== undefined && stored?.write === write) return;
        write = randomUUID();
        const current = stored && textOf(stored.content);
        const text = change(current);
        if (text === current) return;
        const condition = stored ? { IfMatch: stored.etag } : ({ IfNoneMatch: '*' } as const);
        if (await bucket.put(key, text, { condition, write })) return;
        await setTimeout(Math.random() * Math.min(LONGEST_PAUSE, 20 * 2 ** attempt));
      }
      throw new StorageError(`${key} is changed by others without a pause. Try again when they have ended.`);
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
        AT_ONCE,
      );
    },

    async readFile(name, version, file) {
      if (!isVersionFile(name, version, file)) return undefined;
      return (await bucket.get(`${name}/${version}/${file}`))?.content;
    },

    async storedVersions(name) {
      const { objects } = await bucket.list(`${name}/`, '/');
      return objects
        .filter(({ key }) => key.endsWith(CLAIM))
        .map(({ key, modifiedAt }) => ({
          version: key.slice(name.length + 1, -CLAIM.length),
          storedAt: modifiedAt,
        }))
        .filter(({ version }) => isVersion(version));
    },

    async deleteVersion(name, version) {
      await pMap(await filesOf(name, version), (key) => bucket.delete(key), AT_ONCE);
      // Last, so that a removal that was broken off is seen and can be repeated.
      await bucket.delete(`${name}/${version}${CLAIM}`);
    },
  };
};
