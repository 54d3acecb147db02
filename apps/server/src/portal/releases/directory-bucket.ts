import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { filesIn, isMissing } from '@portal/releases';
import type { Bucket } from './bucket';

const orUndefined = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** Replaces a file atomically: rename is atomic within one file system. */
const replace = async (path: string, write: (draft: string) => Promise<void>): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await write(draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
};

/** Opens a directory, which the first file creates, as a bucket: keys are the paths of files. */
export const directoryBucket = (directory: string): Bucket => {
  const root = resolve(directory);
  return {
    get: (key) => readFile(join(root, key)).catch(orUndefined),

    put: (key, content) => replace(join(root, key), (draft) => writeFile(draft, content)),
    putFile: (key, path) => replace(join(root, key), (draft) => copyFile(path, draft)),

    async list(folder) {
      const files = (await filesIn(join(root, folder)).catch(orUndefined)) ?? [];
      const objects = files.map(async (file) => {
        const found = await stat(join(root, folder, file)).catch(orUndefined);
        return found ? [{ key: folder + file, modifiedAt: found.mtime }] : [];
      });
      return (await Promise.all(objects)).flat();
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
