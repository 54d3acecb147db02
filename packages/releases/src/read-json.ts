import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ReleaseError } from './release-error';

const MISSING_CODES: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** Whether a file system call failed because the path does not exist. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && MISSING_CODES.includes(error.code);

const describeFault = ({ path, message, expected }: v.BaseIssue<unknown>): string => {
  const keys = path?.map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')) ?? [];
  const aboutKey = expected === 'never' ? 'is unknown' : 'is missing';
  return `/${keys.join('/')} ${message.startsWith('Invalid key:') ? aboutKey : message}`;
};

/** Describes the faults of a document, each with its JSON pointer (RFC 6901). */
export const describeFaults = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map(describeFault).join('; ');

/** Reads and validates a JSON file. Errors have a JSON pointer to each fault; `ifMissing` says what to do next. */
export const readJson = async <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  ifMissing: string,
): Promise<v.InferOutput<Schema>> => {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause;
    throw new ReleaseError(`${path} is missing. ${ifMissing}`, { cause });
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ReleaseError(`${path} is not JSON: ${reason}`, { cause });
  }
  const result = v.safeParse(schema, content);
  if (result.success) return result.output;
  throw new ReleaseError(`${path} is not valid: ${describeFaults(result.issues)}`);
};
