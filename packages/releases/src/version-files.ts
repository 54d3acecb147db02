import { buildSchema, descriptorSchema, versionSchema } from '@portal/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { integrityOf } from './integrity';
import { ReleaseError } from './release-error';

/** Subresource Integrity (`sha384-…`) of every file of a version, by its path inside the version. */
export type FileIntegrity = Readonly<Record<string, string>>;

/** Whether this is a valid name of a remote, and thus of its folder. */
export const isRemoteName = (name: string): boolean => v.is(descriptorSchema.entries.name, name);

/** Whether this is a valid version, and thus the name of its folder. */
export const isVersion = (version: string): boolean => v.is(versionSchema, version);

/** The folder of a name, or of one of its versions. Both come from command lines. */
export const folderOf = (name: string, version?: string): string => {
  if (!isRemoteName(name))
    throw new ReleaseError(
      `"${name}" is not a valid name of a remote: use lower-case letters, digits and dashes.`,
    );
  if (version === undefined) return name;
  if (isVersion(version)) return `${name}/${version}`;
  throw new ReleaseError(`"${version}" is not a version: use one such as 1.4.0 or 1.4.0-pr12.`);
};

/** Whether this path stays inside the folder of the version. */
export const isVersionFile = (name: string, version: string, file: string): boolean =>
  isRemoteName(name) && isVersion(version) && v.is(buildSchema.entries.entry, file);

/** Reads all files of a version before the first is stored, and refuses those that do not match. */
export const readVersion = async (
  directory: string,
  integrity: FileIntegrity,
): Promise<Map<string, Uint8Array>> => {
  const read = async ([file, expected]: [string, string]) => {
    const path = join(directory, file);
    const content = await readFile(path);
    if (integrityOf(content) !== expected)
      throw new ReleaseError(
        `${path} changed during the upload. Publish again after the build has finished.`,
      );
    return [file, content] as const;
  };
  return new Map(await Promise.all(Object.entries(integrity).map(read)));
};

/** Refuses other files than the stored ones: a version never changes. */
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
      `${name}@${version} already exists with another ${different}. A version never changes: publish under another number.`,
    );
};
