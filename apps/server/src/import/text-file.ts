import { open } from 'node:fs/promises';
import { errorCode } from '../error-code';

const reasons: Record<string, string> = {
  ENOENT: 'no such file. Check the path.',
  EISDIR: 'it is a folder. Name a file in it.',
  EACCES: 'permission denied. Check its permissions.',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text. Save it as UTF-8 and try again.',
};

/** The file to import cannot be read. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly kind = 'unreachable';

  constructor(path: string, cause: unknown) {
    super(`Cannot read ${path}: ${reasons[errorCode(cause) ?? ''] ?? String(cause)}`, { cause });
  }
}

const CHUNK_BYTES = 64 * 1024;

/** Reads UTF-8 text; each part is valid until the next is read. @throws UnreadableFileError, also for its encoding */
export const readTextFile = async function* (path: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // One buffer for all parts: V8 would collect thousands of buffers late, and a long file would fill the memory.
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    const file = await open(path);
    try {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
        const chunk = buffer.subarray(0, bytesRead);
        decoder.decode(chunk, { stream: bytesRead > 0 });
        if (bytesRead === 0) return;
        yield chunk;
      }
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new UnreadableFileError(path, cause);
  }
};
