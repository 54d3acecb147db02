import {
  type BrotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  crc32,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gunzipSync,
  gzipSync,
} from 'node:zlib';
import { MARK, newNonce, type NonceText } from './nonce';

/** The body of an answer with a nonce. */
export type NonceBody = (nonce: string) => Buffer;

/** How the body of a page can be compressed. */
export type Encoding = 'br' | 'gzip';

interface Codec {
  compressor: () => BrotliCompress | Gzip;
  /** The flush that ends a block at a whole byte; later text can still refer back to it. */
  flush: number;
  /** The header of an uncompressed block with the nonce. */
  stored: readonly number[];
  /** Writes the checksum, which depends on the whole text. */
  finish: (compressed: Buffer, plain: () => Buffer) => void;
  compress: (plain: Buffer) => Buffer;
  decompress: (compressed: Buffer) => Buffer;
}

const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  // By default, the code of a character depends on the two before it, which may belong to the nonce.
  [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
};

/** A meta-block: not the last, 16 bits of length, uncompressed (RFC 7932, section 9.2). */
const brotliHeader = ((MARK.length - 1) << 3) | (1 << 19);

const CODECS: Record<Encoding, Codec> = {
  br: {
    compressor: () => createBrotliCompress({ params: BROTLI }),
    flush: constants.BROTLI_OPERATION_FLUSH,
    stored: [brotliHeader & 0xff, (brotliHeader >> 8) & 0xff, brotliHeader >> 16],
    finish: () => {},
    compress: (plain) => brotliCompressSync(plain, { params: BROTLI }),
    decompress: brotliDecompressSync,
  },
  gzip: {
    compressor: () => createGzip({ level: constants.Z_BEST_COMPRESSION }),
    flush: constants.Z_SYNC_FLUSH,
    // A block: not the last, stored, with its length and the complement of it (RFC 1951, section 3.2.4).
    stored: [0, MARK.length, 0, 0xff - MARK.length, 0xff],
    // The checksum, then the length of the text, end the file (RFC 1952).
    finish: (compressed, plain) => compressed.writeUInt32LE(crc32(plain()), compressed.length - 8),
    compress: (plain) => gzipSync(plain),
    decompress: gunzipSync,
  },
};

/** Replaces each mark in the bytes with the nonce. */
const fill = (template: Buffer): NonceBody => {
  const places: number[] = [];
  for (let at = template.indexOf(MARK); at >= 0; at = template.indexOf(MARK, at + MARK.length))
    places.push(at);
  return (nonce) => {
    const bytes = Buffer.from(template);
    for (const place of places) bytes.write(nonce, place, 'latin1');
    return bytes;
  };
};

/** Compresses a text with marks. Stores the first one uncompressed; the others become references to it. */
const compressAround = async (text: string, { compressor, flush, stored }: Codec): Promise<Buffer> => {
  const stream = compressor();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const take = () => Buffer.concat(chunks.splice(0));
  const compress = async (part: string) => {
    stream.write(part);
    await new Promise<void>((resolve) => stream.flush(flush, resolve));
    return take();
  };
  const first = text.indexOf(MARK);
  const before = await compress(text.slice(0, first));
  await compress(MARK);
  const rest = new Promise<Buffer>((resolve, reject) =>
    stream.once('end', () => resolve(take())).once('error', reject),
  );
  stream.end(text.slice(first + MARK.length));
  return Buffer.concat([before, Buffer.from(stored), Buffer.from(MARK), await rest]);
};

/** Whether a body decompresses to the page. It may not: gzip cannot refer to a mark that is more than 32 KB away. */
const isRight = (body: NonceBody, plain: NonceBody, { decompress }: Codec): boolean => {
  const nonce = newNonce();
  try {
    return decompress(body(nonce)).equals(plain(nonce));
  } catch {
    return false;
  }
};

/**
 * Composes a page once per encoding. Each answer then costs only a copy of the bytes with its nonce, which a compressed
 * page contains once: all other places refer to that one.
 */
export const createBodies = (text: NonceText) => {
  const plain = fill(Buffer.from(text(MARK)));

  const compose = async (codec: Codec): Promise<NonceBody> => {
    const filled = fill(await compressAround(text(MARK), codec));
    const body: NonceBody = (nonce) => {
      const compressed = filled(nonce);
      codec.finish(compressed, () => plain(nonce));
      return compressed;
    };
    return isRight(body, plain, codec) ? body : (nonce) => codec.compress(plain(nonce));
  };

  const composed = new Map<Encoding, Promise<NonceBody>>();
  return async (encoding: Encoding | undefined): Promise<NonceBody> => {
    if (!encoding) return plain;
    const body = composed.get(encoding) ?? compose(CODECS[encoding]);
    composed.set(encoding, body);
    return body;
  };
};

/** Resolves to the body of a page in an encoding; undefined: uncompressed. */
export type Bodies = ReturnType<typeof createBodies>;
