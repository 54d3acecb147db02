import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import type { StoredFile } from './stored-files';

const contentType = (file: string): string => {
  const type = mime.getType(file) ?? 'application/octet-stream';
  return /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type;
};

/** Proxies that compress weaken a validator; it says as much to a browser that has the file. RFC 9110, section 13.1.2. */
const has = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag) ?? false;

/**
 * Answers with a file of a release, for pages of any site: there is nothing of a customer in it. Compressed for whoever
 * takes that, and without its content for whoever has it.
 * @param file its name, which says what it is
 */
export const answerFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  stored: StoredFile,
): FastifyReply => {
  const brotli = negotiate(request.headers['accept-encoding'] ?? '', ['br']) ? stored.brotli : undefined;
  const { content, etag } = brotli ?? stored.plain;
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('vary', 'accept-encoding')
    .header('etag', etag);
  if (has(request, etag)) return reply.code(304).send();
  if (brotli) reply.header('content-encoding', 'br');
  return reply.type(contentType(file)).send(content);
};
