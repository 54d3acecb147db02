import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Config } from '../platform/config/config';
import { createTurns } from '../platform/database/turns';
import { sendDownload, UNTRUSTED } from '../platform/http/download';
import { Failure } from '../platform/http/errors';

/** Names a file in an address. */
export const isFileId = (id: string): boolean => v.is(v.pipe(v.string(), v.uuid()), id);

export const noFile = () => new Failure(404, (i18n) => i18n.t('There is nothing at this address.'));

/** Reads a stream until its end. @returns undefined if it is larger */
export const readUpTo = async (stream: AsyncIterable<Uint8Array>, mostBytes: number) => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The type of the files that are stored as they are; all others are photos. */
export const PDF = 'application/pdf';
const JPEG = 'image/jpeg';

/** More than a phone's camera has. A decoded photo takes four bytes a pixel. */
const MOST_PIXELS = 64_000_000;
const LONGEST_SIDE = 2560;

/** Where sharp runs: loaded on demand, and able to read photos only. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  const kinds = ['Jpeg', 'Png', 'Webp'];
  sharp.unblock({ operation: kinds.map((kind) => `VipsForeignLoad${kind}Buffer`) });
  return sharp;
};

const takeTurn = createTurns();

/**
 * Draws a photo anew, upright, without its metadata, such as the place. One at a time, because each takes much memory.
 */
const redraw = async (bytes: Buffer): Promise<Buffer> => {
  const sharp = await loadSharp();
  const end = await takeTurn();
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 82 })
      .toBuffer();
  } finally {
    end();
  }
};

const LONGEST_NAME = 120;

/** The last part of a path, without invisible characters, which could show another ending than the name has. */
const nameOf = (given: string, ending: string): string => {
  const last = given.replace(/^.*[/\\]/s, '').replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
  const stem = last.replace(/\.[^.]*$/, '').trim();
  return `${[...stem].slice(0, LONGEST_NAME - ending.length).join('') || 'file'}${ending}`;
};

/**
 * Reads a photo or PDF by its content, whatever its name says.
 * @throws Failure 415 for anything else
 */
export const readFile = async (bytes: Buffer, name: string) => {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return { name: nameOf(name, '.pdf'), type: PDF, content: bytes };
  const content = await redraw(bytes).catch(() => {
    throw new Failure(415, (i18n) =>
      i18n.t('This file cannot be read. Choose a photo (JPEG, PNG or WebP) or a PDF.'),
    );
  });
  return { name: nameOf(name, '.jpg'), type: JPEG, content };
};

/** What `readFile` returns. */
export type CheckedFile = Awaited<ReturnType<typeof readFile>>;

/** Sends a file to its customer: a photo to be shown, a PDF to be saved. */
export const sendFile = (
  reply: FastifyReply,
  file: CheckedFile,
  { embedOrigins }: Pick<Config, 'embedOrigins'>,
): FastifyReply => {
  if (file.type === PDF) return sendDownload(reply, { ...file, name: nameOf(file.name, '.pdf') });
  // Pages that embed the portal show the picture; it still takes the customer's cookie.
  if (embedOrigins.length > 0) reply.header('cross-origin-resource-policy', 'cross-origin');
  return reply
    .headers({ 'cache-control': 'private, no-store', 'content-security-policy': UNTRUSTED })
    .type(file.type)
    .send(file.content);
};
