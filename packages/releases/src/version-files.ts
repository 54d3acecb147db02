import { buildSchema, descriptorSchema, versionSchema } from '@portal/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { integrityOf } from './integrity';
import { ReleaseError } from './release-error';
import type { FileIntegrity } from './release-storage';

/** Whether a remote may have this name, which is that of a folder too. */
export const isRemoteName = (name: string): boolean => v.is(descriptorSchema.entries.name, name);

/** Whether a version may have this name, which is that of a folder too. */
export const isVersion = (version: string): boolean => v.is(versionSchema, version);

/** Whether these name a file of a version: nothing beside or above the version's folder. */
export const isVersionFile = (name: string, version: string, file: string): boolean =>
  isRemoteName(name) && isVersion(version) && v.is(buildSchema.entries.entry, file);

/**
 * Reads all files of a version, before the first one is stored.
 * @returns the contents by path
 * @throws ReleaseError when a file is not what its integrity says
 */
export const readVersion = async (
  directory: string,
  integrity: FileIntegrity,
): Promise<Map<string, Uint8Array>> => {
  const read = async ([file, expected]: [string, string]) => {
    const path = join(directory, file);
    const content = await readFile(path);
    if (integrityOf(content) !== expected)
      throw new ReleaseError(`${path} changed meanwhile. Publish again when the build has ended.`);
    return [file, content] as const;
  };
  return new Map(await Promise.all(Object.entries(integrity).map(read)));
};

/**
 * Refuses to change a version.
 * @param stored the files that are there
 * @throws ReleaseError that names the first difference
 */
export const requireSameFiles = (
  name: string,
  version: string,
  stored: FileIntegrity,
  integrity: FileIntegrity,
): void => {
  const files = [...new Set([...Object.keys(stored), ...Object.keys(integrity)])].sort();
  const different = files.find((file) => stored[file] !== integrity[file]);
  if (different !== undefined)
    throw new ReleaseError(
      `${name}@${version} is there already with another ${different}. A version never changes: publish under another number.`,
    );
};
