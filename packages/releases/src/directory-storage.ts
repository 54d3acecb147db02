import { randomUUID } from 'node:crypto';
import { stat as statWithCallback } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import lockfile from 'proper-lockfile';
import { filesIn, integrityOfFiles } from './integrity';
import { isMissing } from './read-json';
import { SIDE_FILES, type ReleaseStorage } from './release-storage';
import { takeTurns } from './take-turns';
import { isRemoteName, isVersion, isVersionFile, readVersion, requireSameFiles } from './version-files';

const orUndefined = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

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
 * @param directory need not exist
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

/** Arguments of `takeTurns`: at least eight documents per look, and all of them within 30 looks. */
const TURNS = [8, 30] as const;

/** Whether the next change of a folder gets another modification time: file systems round it, some to two seconds. */
const isSettled = (time: number, now: number): boolean => now - time > (time % 1000 === 0 ? 2000 : 100);

/** When a folder last changed, in milliseconds; undefined if unknown. Promises would take three times as long. */
const modifiedAt = (path: string): Promise<number | undefined> =>
  new Promise((resolve) =>
    statWithCallback(path, (error, stats) => resolve(error ? undefined : stats.mtimeMs)),
  );

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
  const versionsIn = async (name: string) =>
    (await foldersIn(join(root, name)))
      .map((folder) => ({ path: join(root, name, folder), version: versionOf(folder) }))
      .filter(({ version }) => isVersion(version));

  /** The folder of a version, and those of its interrupted uploads. */
  const foldersOf = async (name: string, version: string) =>
    (await versionsIn(name)).filter((folder) => folder.version === version).map(({ path }) => path);

  const names = async () => (await foldersIn(root)).filter(isRemoteName);

  return {
    names,

    // Replacing a document changes its folder's time. NFS may report that late, so documents are also read in turn.
    lookAfter() {
      let known = new Map<string, number | undefined>();
      const inTurn = takeTurns(...TURNS);
      return async () => {
        const found = await names();
        const now = Date.now();
        const times = await Promise.all(
          found.map(async (name) => [name, await modifiedAt(join(root, name))] as const),
        );
        const changed = times.filter(([name, time]) => time === undefined || time !== known.get(name));
        known = new Map(
          times.map(([name, time]) => [name, time !== undefined && isSettled(time, now) ? time : undefined]),
        );
        return { names: found, changed: new Set([...changed.map(([name]) => name), ...inTurn(found)]) };
      };
    },

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
      }),

    putFile: (name, version, file, content) => replace(join(root, name, version, file), content),

    versionFiles: async (name, version) =>
      (await filesIn(join(root, name, version)).catch(orUndefined)) ?? [],

    async readFile(name, version, file) {
      if (!isVersionFile(name, version, file)) return undefined;
      const path = join((await realpath(root).catch(orUndefined)) ?? root, name, version, file);
      // Don't follow links: they could expose files of the machine.
      if ((await realpath(path).catch(orUndefined)) !== path) return undefined;
      const isFile = (await stat(path).catch(orUndefined))?.isFile();
      return isFile ? readFile(path).catch(orUndefined) : undefined;
    },

    putSideFile: (name, version, file, content) => replace(join(root, name, `${version}.${file}`), content),

    readSideFile: (name, version, file) =>
      readFile(join(root, name, `${version}.${file}`)).catch(orUndefined),

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
        for (const file of SIDE_FILES) await rm(join(root, name, `${version}.${file}`), { force: true });
        const rest = await readdir(join(root, name)).catch(orUndefined);
        if (rest?.length === 0) await rmdir(join(root, name));
      }),
  };
};
