import { createHash } from 'node:crypto';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  representation,
  type FilePath,
  type ReadFile,
  type Representation,
  type StoredFile,
} from './stored-files';

const MAX_CACHE_BYTES = 16 * 1024 * 1024;

/** Limits the CPU: anybody can request a delta between any two versions. */
const MAX_PER_MINUTE = 60;

/** Browsers unpack at least this much (RFC 9842 section 5). */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** zstd's default. A shell of 1 MB takes 36 ms and 2 KB; level 19 takes 657 ms and 1.7 KB. */
const LEVEL = 3;

/** The header of a zstd frame of 32 bytes that decoders skip. */
const SKIPPABLE_FRAME = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);

/** The path of a file in any version: without the version and the hash in its name. */
const familyOf = ([name, , file]: FilePath): string =>
  `${name}/*/${file.replace(/\.[\da-f]{8,}(?=\.)/, '.*')}`;

/** Scripts and styles without characters that are special in a URLPattern. */
const CAN_BE_DICTIONARY = /^[\w./-]+\.(?:js|css)$/;

/**
 * The value of `Use-As-Dictionary` (RFC 9842): browsers keep the file and offer it when they ask for it in another version.
 * @returns undefined for files that are no dictionaries
 */
export const dictionaryFor = (basePath: string, path: FilePath): string | undefined =>
  CAN_BE_DICTIONARY.test(path[2])
    ? `match="${basePath}/releases/${familyOf(path)}", id="${path.join('/')}"`
    : undefined;

/** The file that a browser offers as a dictionary, and its hash. */
const offeredBy = ({ headers }: Pick<FastifyRequest, 'headers'>) => {
  const [, hash] = /^:([\w+/]{43}=):$/.exec(String(headers['available-dictionary'])) ?? [];
  const [, name, version, file] =
    /^"([^"/]+)\/([^"/]+)\/([^"]+)"$/.exec(String(headers['dictionary-id'])) ?? [];
  if (!hash || !name || !version || !file || !negotiate(headers['accept-encoding'] ?? '', ['dcz']))
    return undefined;
  return { path: [name, version, file] as const, hash: Buffer.from(hash, 'base64') };
};

/** @returns a function that counts a new delta, and returns whether MAX_PER_MINUTE allows it */
const createDeltaLimit = (now: () => number) => {
  let current = { began: -Infinity, count: 0 };
  return (): boolean => {
    if (now() - current.began >= 60_000) current = { began: now(), count: 0 };
    current.count += 1;
    return current.count <= MAX_PER_MINUTE;
  };
};

const startZstd = async () => {
  const zstd = await import('@bokuweb/zstd-wasm');
  await zstd.init();
  return zstd;
};

/** Started once: a second `init` would replace the memory that a running compression uses. */
let started: ReturnType<typeof startZstd> | undefined;

/** Encodes a file as its difference to the dictionary (content encoding `dcz`, RFC 9842 section 5). */
const encode = async (content: Uint8Array, dictionary: Uint8Array, hash: Buffer): Promise<Buffer> => {
  started ??= startZstd();
  const { compressUsingDict, createCCtx, createDCtx, decompressUsingDict, freeCCtx, freeDCtx } =
    await started;
  const [compression, decompression] = [createCCtx(), createDCtx()];
  try {
    const frame = compressUsingDict(compression, content, dictionary, LEVEL);
    // Verify the delta: a wrong one would break the remote.
    if (!Buffer.from(decompressUsingDict(decompression, frame, dictionary)).equals(content))
      throw new Error('zstd did not reproduce the file.');
    return Buffer.concat([SKIPPABLE_FRAME, hash, frame]);
  } finally {
    freeCCtx(compression);
    freeDCtx(decompression);
  }
};

/**
 * Encodes files as deltas to the version that the browser has, so that a release costs only its changes.
 * @param readFile reads released files
 */
export const createDeltas = (readFile: ReadFile, now: () => number = Date.now) => {
  const isAllowed = createDeltaLimit(now);
  const cache = new LRUCache<
    string,
    Representation,
    { content: Uint8Array; dictionary: Uint8Array; hash: Buffer }
  >({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ content }) => content.byteLength,
    fetchMethod: async (_key, _stale, { context: { content, dictionary, hash } }) =>
      representation(await encode(content, dictionary, hash)),
  });

  /** @returns undefined when the browser offers no dictionary that is an earlier state of the file */
  return async (
    request: Pick<FastifyRequest, 'headers'>,
    path: FilePath,
    { plain: { content, etag } }: StoredFile,
  ): Promise<Representation | undefined> => {
    const offered = offeredBy(request);
    if (!offered || familyOf(offered.path) !== familyOf(path)) return undefined;
    const dictionary = await readFile(...offered.path);
    if (!dictionary) return undefined;
    const { hash } = offered;
    if (!createHash('sha256').update(dictionary.plain.content).digest().equals(hash)) return undefined;
    if (Math.max(content.byteLength, dictionary.plain.content.byteLength) > MAX_FILE_BYTES) return undefined;
    const key = `${etag} ${dictionary.plain.etag}`;
    if (!cache.has(key) && !isAllowed()) return undefined;
    return cache.fetch(key, {
      context: { content, dictionary: dictionary.plain.content, hash },
    });
  };
};
