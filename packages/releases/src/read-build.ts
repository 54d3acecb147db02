import { buildSchema, descriptorSchema, type Build, type Descriptor } from '@portal/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describeFaults } from './describe-faults';
import { isMissing } from './is-missing';
import { ReleaseError } from './release-error';

const readText = (path: string, ifMissing: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause;
    throw new ReleaseError(`${path} is missing. ${ifMissing}`, { cause });
  });

const parseJson = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ReleaseError(`${path} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
};

const readJson = async <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  ifMissing: string,
): Promise<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, parseJson(path, await readText(path, ifMissing)));
  if (result.success) return result.output;
  throw new ReleaseError(`${path} is not valid: ${describeFaults(result.issues)}`);
};

/**
 * Reads what a build says of itself.
 * @throws ReleaseError when `build.json` is missing or wrong
 */
export const readBuild = (directory: string): Promise<Build> =>
  readJson(join(directory, 'build.json'), buildSchema, 'Build first: pnpm build');

/**
 * Reads a remote's descriptor.
 * @throws ReleaseError when it is missing or wrong
 */
export const readDescriptor = (file: string): Promise<Descriptor> =>
  readJson(file, descriptorSchema, 'It describes the remote; see the one of another remote.');
