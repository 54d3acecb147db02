import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import type { StoredFile } from './stored-files';

const contentType = (file: string): string => {
  const type = mime.getType(file) ?? 'application/octet-stream';
  return /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type;
};

/** Compares weakly, because compressing proxies weaken validators (RFC 9110, section 13.1.2). */
const has = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag) ?? false;

/**
 * Answers with a released file, for pages of any site: it has no customer data. Sends brotli when accepted, and 304
 * when the browser has the file.
 * @param file its name decides the content type
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
