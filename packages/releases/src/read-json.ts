import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ReleaseError } from './release-error';

const MISSING_CODES: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** Whether a file system call failed because the path does not exist. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && MISSING_CODES.includes(error.code);

const describeFault = ({ path, message }: v.BaseIssue<unknown>): string => {
  const keys = path?.map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')) ?? [];
  return `/${keys.join('/')} ${message}`;
};

/** Describes the faults of a document, each with its JSON pointer (RFC 6901). */
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

/** Reads and validates a JSON file. Errors have a JSON pointer to each fault; `ifMissing` says what to do next. */
export const readJson = async <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  ifMissing: string,
): Promise<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, parseJson(path, await readText(path, ifMissing)));
  if (result.success) return result.output;
  throw new ReleaseError(`${path} is not valid: ${describeFaults(result.issues)}`);
};
