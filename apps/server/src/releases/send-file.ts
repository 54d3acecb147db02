import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import mime from 'mime';
import type { StoredFile } from './stored-files';

const contentType = (file: string): string => {
  const type = mime.getType(file) ?? 'application/octet-stream';
  return /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type;
};

/** Compares weakly, because compressing proxies weaken validators (RFC 9110, section 13.1.2). */
const has = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag) ?? false;

/** Sends a released file, for pages of any site: it has no customer data. @param file its name decides the type */
export const sendFile = (reply: FastifyReply, file: string, stored: StoredFile): FastifyReply => {
  const { headers } = reply.request;
  const brotli = negotiate(headers['accept-encoding'] ?? '', ['br']) ? stored.brotli : undefined;
  const { content, etag } = brotli ?? stored.original;
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('vary', 'accept-encoding')
    .header('etag', etag);
  if (has(headers['if-none-match'], etag)) return reply.code(304).send();
  if (brotli) reply.header('content-encoding', 'br');
  return reply.type(contentType(file)).send(content);
};
