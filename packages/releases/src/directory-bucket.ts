import { createHash, randomUUID } from 'node:crypto';
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import lockfile from 'proper-lockfile';
import { filesIn } from './integrity';
import { isMissing } from './read-json';
import { StorageError } from './release-error';
import type { Bucket, StoredObject } from './storage';

const orUndefined = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** Replaces a file atomically: rename is atomic within one file system. */
const replace = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } finally {
    // health.json is written every few seconds: leftover drafts would fill the disk.
    await rm(draft, { force: true });
  }
};

/** Runs one writer at a time, across processes. The lock of a killed writer expires after 10 s; others wait longer. */
const withLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  const release = await lockfile.lock(path, {
    realpath: false,
    retries: { retries: 1000, factor: 1, minTimeout: 20, randomize: true },
  });
  return work().finally(release);
};

/** Opens a directory, which the first object creates, as a bucket: keys are the paths of files. */
export const directoryBucket = (directory: string): Bucket => {
  const root = resolve(directory);

  const get = async (key: string): Promise<StoredObject | undefined> => {
    const path = join((await realpath(root).catch(orUndefined)) ?? root, key);
    const found = await lstat(path).catch(orUndefined);
    if (!found) return undefined;
    const real = (await realpath(path).catch(orUndefined)) ?? path;
    // Don't follow links: they could expose files of the machine.
    if (found.isFile() && real === path) {
      const content = await readFile(path).catch(orUndefined);
      return content && { content, etag: createHash('sha256').update(content).digest('hex') };
    }
    // Anybody can request something else in the folder of a version; a document would be started anew.
    if (key.split('/').length > 2) return undefined;
    throw new StorageError(`${path} is a directory or behind a link. Replace it by the file itself.`);
  };

  return {
    get,

    async put(key, content, { condition } = {}) {
      const path = join(root, key);
      await mkdir(dirname(path), { recursive: true });
      const write = () => replace(path, content).then(() => true);
      if (!condition) return write();
      const expected = 'IfMatch' in condition ? condition.IfMatch : undefined;
      return withLock(path, async () => (await get(key))?.etag === expected && write());
    },

    keys: async (folder) =>
      ((await filesIn(join(root, folder)).catch(orUndefined)) ?? []).map((file) => folder + file),

    async list(folder) {
      const path = join(root, folder);
      const entries = (await readdir(path, { withFileTypes: true }).catch(orUndefined)) ?? [];
      const files = entries.filter((entry) => entry.isFile());
      const objects = files.map(async ({ name }) => {
        const found = await stat(join(path, name)).catch(orUndefined);
        return found ? [{ key: folder + name, modifiedAt: found.mtime }] : [];
      });
      return {
        objects: (await Promise.all(objects)).flat(),
        folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
      };
    },

    async delete(key) {
      const path = join(root, key);
      await rm(path, { force: true });
      for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
        const isRemoved = await rmdir(folder).then(
          () => true,
          () => false,
        );
        if (!isRemoved) return;
      }
    },
  };
};
