import { open, type FileHandle } from 'node:fs/promises';
import { errorCode } from '../error-code';

/** A text in parts; it can be read several times. */
export type Chunks = Iterable<string> | AsyncIterable<string>;

/** The file to import cannot be read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';

  constructor(path: string, cause: unknown) {
    super(`Cannot read ${path}: ${reasons[errorCode(cause) ?? ''] ?? String(cause)}`, { cause });
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'no such file. Check the path.',
  EISDIR: 'it is a folder. Name a file in it.',
  EACCES: 'permission denied. Check its permissions.',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text. Save it as UTF-8 and try again.',
};

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads an open file from its start as UTF-8, without its byte order mark. Reuses one buffer: V8 would collect
 * thousands of buffers late, and a long file would fill the memory after all.
 */
export const readChunks = async function* (file: FileHandle) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let position = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
  }
  yield decoder.decode();
};

const readText = async function* (path: string) {
  try {
    const file = await open(path);
    try {
      yield* readChunks(file);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new UnreadableFileError(path, cause);
  }
};

const requireReadable = async (path: string) => {
  const file = await open(path);
  await file.read(Buffer.alloc(1)).finally(() => file.close());
};

/**
 * Opens a text file, which is read part by part.
 * @throws UnreadableFileError at once, or while it is read, where its encoding is wrong
 */
export const openTextFile = async (path: string): Promise<Chunks> => {
  await requireReadable(path).catch((cause: unknown) => {
    throw new UnreadableFileError(path, cause);
  });
  return { [Symbol.asyncIterator]: () => readText(path) };
};
