import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createBodies, type Encoding } from './bodies';
import { newNonce } from './nonce';

const decompress: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

const noise = (bytes: number) => randomBytes(bytes).toString('base64');

/** Puts nonces where a compressor could match them together with their neighbors. */
const near = (nonce: string) => `${nonce}${nonce} "${nonce}" =${nonce}=="${nonce}==" ü${nonce}€`;

test.each([
  ['that is short', (nonce: string) => nonce],
  ['with adjacent nonces', near],
  ['that compresses well', (nonce: string) => `<a nonce="${nonce}"></a>`.repeat(5000)],
  [
    'that does not compress',
    (
      (text) => (nonce: string) =>
        text + near(nonce)
    )(noise(50_000)),
  ],
  // More than gzip's window of 32 KB, less than brotli's.
  [
    'with nonces far apart',
    (
      (text) => (nonce: string) =>
        nonce + text + nonce
    )(noise(60_000)),
  ],
])('decodes a body %s to the same text in each encoding, with each nonce', async (_kind, text) => {
  const body = createBodies(text);
  for (const nonce of [newNonce(), newNonce(), `${'A'.repeat(22)}==`]) {
    expect((await body(undefined))(nonce).toString()).toBe(text(nonce));
    for (const encoding of ['br', 'gzip'] as const)
      expect(decompress[encoding]((await body(encoding))(nonce)).toString()).toBe(text(nonce));
  }
});
