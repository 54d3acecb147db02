import { randomUUID } from 'node:crypto';
import { access, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import lockfile from 'proper-lockfile';
import { integrityOfFiles, filesIn } from './integrity';
import { isMissing } from './is-missing';
import { ReleaseError } from './release-error';
import type { FileIntegrity, ReleaseStorage } from './release-storage';

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const orUndefined = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** Readers see the old document or the new one, never a half of one: rename is atomic on one file system. */
const replace = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text);
  await rename(draft, path);
};

/** Runs one writer at a time, over processes too. The lock of a killed writer expires in 10 s; others wait at least 20 s. */
const alone = async <T>(directory: string, work: () => Promise<T>): Promise<T> => {
  await mkdir(directory, { recursive: true });
  const release = await lockfile.lock(directory, {
    retries: { retries: 1000, factor: 1, minTimeout: 20, randomize: true },
  });
  try {
    return await work();
  } finally {
    await release();
  }
};

const isVersion = (folder: string): boolean => /^\d/.test(folder);

const foldersIn = async (path: string): Promise<string[]> => {
  const entries = (await readdir(path, { withFileTypes: true }).catch(orUndefined)) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
};

/** @throws ReleaseError when a folder does not hold exactly these files */
const requireSame = async (name: string, version: string, folder: string, integrity: FileIntegrity) => {
  const stored = await integrityOfFiles(folder, await filesIn(folder));
  const files = new Set([...Object.keys(stored), ...Object.keys(integrity)]);
  const different = [...files].filter((file) => stored[file] !== integrity[file]);
  if (different.length > 0)
    throw new ReleaseError(
      `${name}@${version} is there already with another ${different[0]}. A version never changes: publish under another number.`,
    );
};

/**
 * Releases in a directory: `<root>/<name>/<version>/…` and `<root>/<name>/release.json`.
 * @param root absolute path; it is made when the first release is
 */
export const directoryStorage = (root: string): ReleaseStorage => ({
  names: async () => (await foldersIn(root)).filter((name) => !name.endsWith('.lock')),

  readDocument: (name, document) => readFile(join(root, name, document), 'utf8').catch(orUndefined),

  updateDocument: (name, document, change) =>
    alone(join(root, name), async () => {
      const path = join(root, name, document);
      await replace(path, change(await readFile(path, 'utf8').catch(orUndefined)));
    }),

  putVersion: (name, version, directory, integrity, onFile) =>
    alone(join(root, name), async () => {
      const target = join(root, name, version);
      if (await exists(target)) return requireSame(name, version, target, integrity);
      const draft = join(root, name, `.${version}.${randomUUID()}`);
      try {
        for (const file of Object.keys(integrity)) {
          await mkdir(dirname(join(draft, file)), { recursive: true });
          await cp(join(directory, file), join(draft, file));
          onFile?.(file);
        }
        await rename(draft, target);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    }),

  readFile: (name, version, file) =>
    readFile(join(root, name, version, file)).catch((error: unknown) => {
      if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EISDIR')
        return undefined;
      return orUndefined(error);
    }),

  storedVersions: async (name) =>
    Promise.all(
      (await foldersIn(join(root, name))).filter(isVersion).map(async (version) => ({
        version,
        storedAt: (await stat(join(root, name, version))).mtime,
      })),
    ),

  deleteVersion: (name, version) =>
    alone(join(root, name), () => rm(join(root, name, version), { recursive: true, force: true })),
});
