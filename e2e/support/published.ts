import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseDocumentSchema } from '@portal/contract';
import * as v from 'valibot';

const storedDocument = v.object(releaseDocumentSchema.entries);

/** The release document of a remote as it is now. */
export const releaseOf = async (dataDir: string, name: string) =>
  v.parse(
    storedDocument,
    JSON.parse(await readFile(join(dataDir, 'releases', name, 'release.json'), 'utf8')),
  );

/** The version of a remote that was published with this number, whatever its content made of it. */
export const versionNumbered = async (dataDir: string, name: string, number: string): Promise<string> => {
  const versions = Object.keys((await releaseOf(dataDir, name)).versions);
  const found = versions.find((version) => version.startsWith(number));
  if (!found) throw new Error(`${name} has no version ${number}; it has ${versions.join(', ')}.`);
  return found;
};
