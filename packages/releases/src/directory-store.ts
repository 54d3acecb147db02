import { releaseDocumentSchema, type ReleaseDocument } from '@portal/contract';
import { randomUUID } from 'node:crypto';
import { access, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import lockfile from 'proper-lockfile';
import * as v from 'valibot';
import { isMissing } from './is-missing';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

const DOCUMENT = 'release.json';

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const parseDocument = (path: string, text: string): ReleaseDocument => {
  try {
    return v.parse(releaseDocumentSchema, JSON.parse(text));
  } catch (cause) {
    throw new ReleaseError(
      `${path} is damaged. Restore it from a backup, or delete it, publish and promote again.`,
      { cause },
    );
  }
};

const readDocument = async (path: string): Promise<ReleaseDocument | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return text === undefined ? undefined : parseDocument(path, text);
};

/** Readers see the old document or the new one, never a half of one: rename is atomic on one file system. */
const writeDocument = async (path: string, document: ReleaseDocument): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(document, null, 2)}\n`);
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

const copyFiles = async (from: string, to: string, files: readonly string[]): Promise<void> => {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await cp(join(from, file), join(to, file));
  }
};

/**
 * Releases in a directory: `<root>/<name>/<version>/…` and `<root>/<name>/release.json`.
 * @param root absolute path; it is made when the first release is
 */
export const directoryStore = (root: string): ReleaseStore => ({
  async names() {
    if (!(await exists(root))) return [];
    const entries = await readdir(root, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.endsWith('.lock'))
      .map((entry) => entry.name);
  },

  read: (name) => readDocument(join(root, name, DOCUMENT)),

  update: (name, change) =>
    alone(join(root, name), async () => {
      const path = join(root, name, DOCUMENT);
      const document = v.parse(releaseDocumentSchema, change(await readDocument(path)));
      await writeDocument(path, document);
      return document;
    }),

  putVersion: (name, version, directory, files) =>
    alone(join(root, name), async () => {
      const target = join(root, name, version);
      if (await exists(target)) return;
      const draft = join(root, name, `.${version}.${randomUUID()}`);
      try {
        await copyFiles(directory, draft, files);
        await rename(draft, target);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    }),
});
