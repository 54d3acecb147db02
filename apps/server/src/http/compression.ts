import compress from '@fastify/compress';
import type { App } from './validation';

/**
 * Compresses the answers of a scope that are larger than a kilobyte, for browsers that accept it. Register it before the
 * routes. Released files are compressed when they are built, and an upstream compresses its own answers.
 */
export const compressAnswers = async (scope: App): Promise<void> => {
  // Small bodies are all that the portal takes; one that grows when it is unpacked is none.
  await scope.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
};
