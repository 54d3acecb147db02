import * as v from 'valibot';
import { readFile } from 'node:fs/promises';

const coded = v.object({ code: v.string() });

/** The code of an error of the operating system or of Node, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined => {
  const read = v.safeParse(coded, error);
  return read.success ? read.output.code : undefined;
};

/** The file to import cannot be read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';

  constructor(path: string, reason: string, cause: unknown) {
    super(`Cannot read ${path}: ${reason}`, { cause });
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'no such file. Check the path.',
  EISDIR: 'it is a folder. Name a file in it.',
  EACCES: 'permission denied. Check its permissions.',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text. Save it as UTF-8 and try again.',
  ERR_FS_FILE_TOO_LARGE: 'it is too large. Split it.',
};

/**
 * Reads a text file without its byte order mark.
 * @throws UnreadableFileError
 */
export const readTextFile = async (path: string): Promise<string> => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw new UnreadableFileError(path, reasons[errorCode(error) ?? ''] ?? String(error), error);
  }
};
