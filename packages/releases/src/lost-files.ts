import type { ReleaseDocument } from '@portal/contract';
import pMap from 'p-map';
import { integrityOf } from './integrity';
import type { ReleaseStorage } from './storage';
import { readVersion, type FileIntegrity } from './version-files';

const CONCURRENCY = 8;

/** The versions that customers can get. */
export const servedVersions = ({ live, canary, previous }: ReleaseDocument): string[] => [
  ...new Set([live, canary?.version, previous].filter((version) => typeof version === 'string')),
];

/** Says which files of a published version the storage has no longer; undefined if it has all. */
export const lostFiles = async (
  storage: Pick<ReleaseStorage, 'versionFiles'>,
  { name, versions }: ReleaseDocument,
  version: string,
): Promise<string | undefined> => {
  const files = Object.keys(versions[version]?.integrity ?? {});
  if (files.length === 0) return undefined;
  const stored = new Set(await storage.versionFiles(name, version));
  const lost = files.filter((file) => !stored.has(file));
  if (lost.length === 0) return undefined;
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : '';
  return `${name} ${version} has lost ${lost.slice(0, 3).join(', ')}${more}. Publish the same build again, or restore it from a backup.`;
};

/** Stores files again that the storage has lost, or has with other bytes. @returns these files */
export const restoreFiles = async (
  storage: Pick<ReleaseStorage, 'readFile' | 'putFile'>,
  name: string,
  version: string,
  directory: string,
  integrity: FileIntegrity,
): Promise<string[]> => {
  const wrong = await pMap(
    Object.entries(integrity),
    async ([file, expected]) => {
      const content = await storage.readFile(name, version, file);
      return content && integrityOf(content) === expected ? [] : [[file, expected] as const];
    },
    { concurrency: CONCURRENCY },
  );
  const contents = await readVersion(directory, Object.fromEntries(wrong.flat()));
  for (const [file, content] of contents) await storage.putFile(name, version, file, content);
  return [...contents.keys()];
};
