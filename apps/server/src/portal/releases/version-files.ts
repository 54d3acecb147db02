import { join } from 'node:path';
import { integrityOf, type FileIntegrity } from '@portal/releases';
import pMap from 'p-map';
import { inTurn } from '../../platform/database/turns';
import type { Bucket } from './bucket';

/** Files that are on their way at a time. */
const CONCURRENCY = 8;

/** A version, and the integrity of each of its files. */
interface FilesOfVersion {
  name: string;
  version: string;
  integrity: FileIntegrity;
}

/** The key of a file of a version. */
export const keyOf = (name: string, version: string, file: string): string => `${name}/${version}/${file}`;

/** Changes the files of a release, one change after the other: two builds may come under one number at once. */
export const changeFiles = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  inTurn(`files of ${name}`, work);

/**
 * Stores the files of a version.
 * @param directory a folder that nobody else writes to
 * @param isStored whether it is published already: then only files are stored that are lost, or have other bytes
 * @returns the stored files
 */
export const storeFiles = async (
  bucket: Bucket,
  { name, version, integrity }: FilesOfVersion,
  directory: string,
  isStored: boolean,
): Promise<string[]> => {
  const storeFile = async ([file, expected]: [string, string]): Promise<string[]> => {
    const key = keyOf(name, version, file);
    const stored = isStored ? await bucket.get(key) : undefined;
    if (stored && integrityOf(stored) === expected) return [];
    await bucket.putFile(key, join(directory, file));
    return [file];
  };
  return (await pMap(Object.entries(integrity), storeFile, { concurrency: CONCURRENCY })).flat();
};

/** `remote.js, screen.js, logo.svg and 4 more` */
const listText = (files: readonly string[]): string =>
  files.slice(0, 3).join(', ') + (files.length > 3 ? ` and ${files.length - 3} more` : '');

/** Says that files are not those that were published. */
export const changedProblem = (name: string, version: string, files: string): string =>
  `${name} ${version}: ${files} is not what was published. Find out who changed it, then publish the same build again, or restore it from a backup.`;

/**
 * Says which files of a version the bucket has no longer, or with other bytes; undefined if it has all.
 * @param readsAll whether to read every file; otherwise, they are only listed
 */
export const filesProblem = async (
  bucket: Bucket,
  { name, version, integrity }: FilesOfVersion,
  readsAll: boolean,
): Promise<string | undefined> => {
  const stored = new Set((await bucket.list(keyOf(name, version, ''))).map(({ key }) => key));
  const files = Object.entries(integrity);
  const lost = files.map(([file]) => file).filter((file) => !stored.has(keyOf(name, version, file)));
  if (lost.length > 0)
    return `${name} ${version} has lost ${listText(lost)}. Publish the same build again, or restore it from a backup.`;
  const findChanged = async ([file, expected]: [string, string]): Promise<string[]> => {
    const content = await bucket.get(keyOf(name, version, file));
    return content && integrityOf(content) === expected ? [] : [file];
  };
  const changed = readsAll ? (await pMap(files, findChanged, { concurrency: CONCURRENCY })).flat() : [];
  return changed.length > 0 ? changedProblem(name, version, listText(changed)) : undefined;
};

/** A version in the bucket, whether or not it was published. */
export interface StoredVersion {
  version: string;
  keys: string[];
  /** When its last file was stored. */
  storedAt: Date;
}

/** Lists what the bucket has of a release, source maps included. */
export const storedVersions = async (bucket: Bucket, name: string): Promise<StoredVersion[]> => {
  const versions = new Map<string, StoredVersion>();
  for (const { key, modifiedAt } of await bucket.list(`${name}/`)) {
    const [, version = ''] = key.split('/');
    const known = versions.get(version) ?? { version, keys: [], storedAt: modifiedAt };
    const storedAt = modifiedAt > known.storedAt ? modifiedAt : known.storedAt;
    versions.set(version, { version, keys: [...known.keys, key], storedAt });
  }
  return [...versions.values()];
};

/** Removes a version from the bucket. */
export const deleteFiles = async (bucket: Bucket, { keys }: StoredVersion): Promise<void> => {
  await pMap(keys, (key) => bucket.delete(key), { concurrency: CONCURRENCY });
};
