import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ReleaseError } from './release-error';

const NOTHING_THERE: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** Whether a file system call failed because there is nothing at that path. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && NOTHING_THERE.includes(error.code);

/** Where in the document something is wrong, as a JSON pointer (RFC 6901), and what. */
const describeFault = ({ path, message }: v.BaseIssue<unknown>): string => {
  const keys = path?.map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')) ?? [];
  return `/${keys.join('/')} ${message}`;
};

/** What is wrong with a document, each fault with its place as a JSON pointer. */
export const describeFaults = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map(describeFault).join('; ');

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
