import { readFile } from 'node:fs/promises';
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

/**
 * Reads a JSON file that somebody else wrote.
 * @param ifMissing what to do when it is not there
 * @throws ReleaseError when it is missing, or not of that schema; it points at every fault (JSON pointers)
 */
export const readJson = async <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  ifMissing: string,
): Promise<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, parseJson(path, await readText(path, ifMissing)));
  if (result.success) return result.output;
  throw new ReleaseError(`${path} is not valid: ${describeFaults(result.issues)}`);
};
