import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import lockfile from 'proper-lockfile';
import { filesIn, integrityOfFiles } from './integrity';
import { isMissing } from './read-json';
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

const orUndefined = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

const readText = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(orUndefined);

/** Replaces a file atomically: rename is atomic within one file system. */
const replace = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } finally {
    // health.json is written every few seconds: leftover drafts would fill the disk.
    await rm(draft, { force: true });
  }
};

/**
 * Runs one writer at a time, across processes. The lock of a killed writer expires after 10 s; others wait at least
 * 20 s.
 * @param path need not exist
 */
const withLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  await mkdir(dirname(path), { recursive: true });
  const release = await lockfile.lock(path, {
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

/** The folder of an upload in progress: `.1.4.0.<uuid>`. */
const draftOf = (version: string): string => `.${version}.${randomUUID()}`;

/** The version of a folder, or of a draft. */
const versionOf = (folder: string): string => folder.replace(/^\.(.+)\.[\da-f-]{36}$/, '$1');

/**
 * Stores releases in a directory: `<root>/<name>/<version>/…` and `<root>/<name>/release.json`. Writers take turns by
 * a lock, and a complete version is renamed into place.
 * @param root absolute path; created with the first release
 */
export const directoryStorage = (root: string): ReleaseStorage => {
  const pathOf = (name: string, version?: string): string => join(root, folderOf(name, version));
  const changes = join(root, CHANGES_FILE);

  const versionsIn = async (name: string) =>
    (await foldersIn(pathOf(name)))
      .map((folder) => ({ path: join(root, name, folder), version: versionOf(folder) }))
      .filter(({ version }) => isVersion(version));

  /** The folder of a version, and those of its interrupted uploads. */
  const foldersOf = async (name: string, version: string) =>
    (await versionsIn(name)).filter((folder) => folder.version === version).map(({ path }) => path);

  /** @returns whether the file has changed */
  const update = (path: string, lock: string, change: (current: string | undefined) => string) =>
    withLock(lock, async () => {
      const current = await readText(path);
      const text = change(current);
      if (text !== current) await replace(path, text);
      return text !== current;
    });

  return {
    names: async () => (await foldersIn(root)).filter(isRemoteName),

    readMarks: async () => parseMarks(await readText(changes)),

    readDocument: async (name, document) => readText(join(pathOf(name), document)),

    async updateDocument(name, document, change) {
      const hasChanged = await update(join(pathOf(name), document), pathOf(name), change);
      // Ignore a writer without permission: readers find its change a minute later.
      if (hasChanged && document === 'release.json')
        await update(changes, changes, (text) => withMark(text, name)).catch(() => undefined);
    },

    async putVersion(name, version, directory, integrity, onFile) {
      const target = pathOf(name, version);
      await withLock(pathOf(name), async () => {
        const folders = await foldersOf(name, version);
        // These drafts are abandoned: their writer held this lock.
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
      });
    },

    putFile: async (name, version, file, content) => replace(join(pathOf(name, version), file), content),

    versionFiles: async (name, version) => (await filesIn(pathOf(name, version)).catch(orUndefined)) ?? [],

    async readFile(name, version, file) {
      if (!isVersionFile(name, version, file)) return undefined;
      const path = join((await realpath(root).catch(orUndefined)) ?? root, name, version, file);
      // Don't follow links: they could expose files of the machine.
      if ((await realpath(path).catch(orUndefined)) !== path) return undefined;
      const isFile = (await stat(path).catch(orUndefined))?.isFile();
      return isFile ? readFile(path).catch(orUndefined) : undefined;
    },

    putSideFile: async (name, version, file, content) => replace(`${pathOf(name, version)}.${file}`, content),

    readSideFile: async (name, version, file) =>
      readFile(`${pathOf(name, version)}.${file}`).catch(orUndefined),

    async storedVersions(name) {
      const found = (await versionsIn(name)).map(async ({ path, version }) => {
        const folder = await stat(path).catch(orUndefined);
        return folder ? [{ version, storedAt: folder.mtime }] : [];
      });
      return (await Promise.all(found)).flat();
    },

    async deleteVersion(name, version) {
      const target = pathOf(name, version);
      await withLock(pathOf(name), async () => {
        for (const folder of await foldersOf(name, version)) await removeFolder(folder);
        for (const file of SIDE_FILES) await rm(`${target}.${file}`, { force: true });
        const rest = await readdir(pathOf(name)).catch(orUndefined);
        if (rest?.length === 0) await rmdir(pathOf(name));
      });
    },
  };
};
