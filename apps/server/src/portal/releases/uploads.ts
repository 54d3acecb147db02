import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isVersionFile, sizeText } from '@portal/releases';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Failure } from '../../platform/http/errors';

const jsonText = v.pipe(v.string(), v.parseJson());

/** What a team may send. */
interface UploadLimits {
  /** Of all files, source maps included. */
  maxBytes: number;
  maxFiles: number;
}

const receive = async (
  request: FastifyRequest,
  directory: string,
  { maxBytes, maxFiles }: UploadLimits,
): Promise<unknown> => {
  // The parts of a request that was canceled while it waited for its turn would never end.
  if (request.raw.destroyed) throw new Failure(400, 'The publication was canceled.');
  let publication: unknown;
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new Failure(
          413,
          `The build has more than ${sizeText(maxBytes)}, the limit of your team. Leave large files out, or ask the operator of the portal.`,
        );
      yield chunk;
    }
  };
  for await (const part of request.parts({ limits: { parts: Infinity, fileSize: Infinity } })) {
    if (part.type === 'field') {
      publication = v.parse(jsonText, part.value);
      continue;
    }
    if (!isVersionFile(part.fieldname))
      throw new Failure(
        400,
        `${part.fieldname} cannot be published: the path of a file may have letters, digits, dots, and _ - @ + /. Rename it, and build again.`,
      );
    const path = join(directory, part.fieldname);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(part.file, counted, createWriteStream(path));
    maxFiles -= 1;
    if (maxFiles < 0)
      throw new Failure(
        413,
        'The build has more files than the limit of your team. Build fewer, or ask the operator of the portal.',
      );
  }
  return publication;
};

/**
 * Receives a build, `multipart/form-data` (RFC 7578): the field `publication` has the parameters as JSON, and each file
 * has its path as its name. Files stream to a temporary directory, which is gone afterwards.
 */
export const withUpload = async <Result>(
  request: FastifyRequest,
  limits: UploadLimits,
  use: (publication: unknown, directory: string) => Promise<Result>,
): Promise<Result> => {
  const directory = await mkdtemp(join(tmpdir(), 'portal-build-'));
  try {
    return await use(await receive(request, directory, limits), directory);
  } finally {
    await rm(directory, { recursive: true });
  }
};
