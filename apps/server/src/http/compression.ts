import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { App } from './validation';

/**
 * Compresses the answers of a scope that are larger than a kilobyte, for browsers that accept it. Register it before the
 * routes. Released files are compressed when they are built, and an upstream compresses its own answers. An answer with
 * a secret and a text that a stranger chose must not be compressed: its length would tell (BREACH).
 */
export const compressAnswers = async (scope: App): Promise<void> => {
  await scope.register(compress, {
    encodings: ['br', 'gzip'],
    // A fifth of the time of the library's choice, and a tenth more bytes.
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 16 },
    },
    // A stream costs more than what it compresses, up to about this size.
    syncThreshold: 64 * 1024,
    // Small bodies are all that the portal takes; one that grows when it is unpacked is none.
    globalDecompression: false,
  });
};
