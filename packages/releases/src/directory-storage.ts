import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import lockfile from 'proper-lockfile';
import { filesIn, integrityOfFiles } from './integrity';
import { isMissing } from './read-json';
import type { ReleaseStorage } from './release-storage';
import { isRemoteName, isVersion, isVersionFile, readVersion, requireSameFiles } from './version-files';

const orUndefined = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** Readers see the old document or the new one, never a half of one: rename is atomic on one file system. */
const replace = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } finally {
    // What is tried every few seconds, as health.json is, would else fill a disk that is full already.
    await rm(draft, { force: true });
  }
};

/**
 * Runs one writer at a time, over processes too. The lock of a killed writer expires in 10 s; others wait at least 20 s.
 * @param directory it need not be there: what is refused leaves none behind
 */
const withLock = async <T>(directory: string, work: () => Promise<T>): Promise<T> => {
  await mkdir(dirname(directory), { recursive: true });
  const release = await lockfile.lock(directory, {
    realpath: false,
    retries: { retries: 1000, factor: 1, minTimeout: 20, randomize: true },
  });
  try {
    return await work();
  } finally {
    await release();
  }
};

const foldersIn = async (path: string): Promise<string[]> => {
  const entries = (await readdir(path, { withFileTypes: true }).catch(orUndefined)) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
};

const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** An upload that has not ended, or was broken off: `.1.4.0.<uuid>`. */
const draftOf = (version: string): string => `.${version}.${randomUUID()}`;

/** The version that a folder is of, be it a draft. */
const versionOf = (folder: string): string => folder.replace(/^\.(.+)\.[\da-f-]{36}$/, '$1');

/**
 * Releases in a directory: `<root>/<name>/<version>/…` and `<root>/<name>/release.json`. Writers take turns by a
 * lock, and a version is renamed into its place when it is whole.
 * @param root absolute path; it is made when the first release is
 */
export const directoryStorage = (root: string): ReleaseStorage => {
  const versionsIn = async (name: string) =>
    (await foldersIn(join(root, name)))
      .map((folder) => ({ path: join(root, name, folder), version: versionOf(folder) }))
      .filter(({ version }) => isVersion(version));

  /** The folder of a version, and those of its uploads that were broken off. */
  const foldersOf = async (name: string, version: string) =>
    (await versionsIn(name)).filter((folder) => folder.version === version).map(({ path }) => path);

  return {
    names: async () => (await foldersIn(root)).filter(isRemoteName),

    readDocument: (name, document) => readFile(join(root, name, document), 'utf8').catch(orUndefined),

    updateDocument: (name, document, change) =>
      withLock(join(root, name), async () => {
        const path = join(root, name, document);
        const current = await readFile(path, 'utf8').catch(orUndefined);
        const text = change(current);
        if (text !== current) await replace(path, text);
      }),

    putVersion: (name, version, directory, integrity, onFile) =>
      withLock(join(root, name), async () => {
        const target = join(root, name, version);
        const folders = await foldersOf(name, version);
        // Nobody writes to them any more: their writer had this lock.
        for (const draft of folders.filter((path) => path !== target)) await removeFolder(draft);
        if (folders.includes(target)) {
          const stored = await integrityOfFiles(target, await filesIn(target));
          return requireSameFiles(name, version, stored, integrity);
        }
        const draft = join(root, name, draftOf(version));
        try {
          for (const [file, content] of await readVersion(directory, integrity)) {
            await mkdir(dirname(join(draft, file)), { recursive: true });
            await writeFile(join(draft, file), content);
            onFile?.(file);
          }
          await rename(draft, target);
        } finally {
          await removeFolder(draft);
        }
      }),

    async readFile(name, version, file) {
      if (!isVersionFile(name, version, file)) return undefined;
      const path = join((await realpath(root).catch(orUndefined)) ?? root, name, version, file);
      // Who can write here would else read the machine's files by links to them.
      if ((await realpath(path).catch(orUndefined)) !== path) return undefined;
      const isFile = (await stat(path).catch(orUndefined))?.isFile();
      return isFile ? readFile(path).catch(orUndefined) : undefined;
    },

    async storedVersions(name) {
      const found = (await versionsIn(name)).map(async ({ path, version }) => {
        const folder = await stat(path).catch(orUndefined);
        return folder ? [{ version, storedAt: folder.mtime }] : [];
      });
      return (await Promise.all(found)).flat();
    },

    deleteVersion: (name, version) =>
      withLock(join(root, name), async () => {
        for (const folder of await foldersOf(name, version)) await removeFolder(folder);
        const rest = await readdir(join(root, name)).catch(orUndefined);
        if (rest?.length === 0) await rmdir(join(root, name));
      }),
  };
};
