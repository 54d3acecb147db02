import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import mime from 'mime';
import { Failure } from '../http/failure';
import type { Resolution } from './resolve';
import { storedFiles } from './stored-files';

/** `<name>/<version>/<file>`, without files and folders that begin with a dot. */
const VERSION_FILE = /^(?<name>[a-z][a-z0-9-]*)\/(?<version>\d[^/]*)\/(?<file>(?!\.)(?!.*\/\.).+)$/;

/** A page or picture that is opened by itself is nobody's, and runs nothing: it may not act for who is signed in. */
const INERT = "default-src 'none'; sandbox";

/** A year, which is as long as HTTP knows. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

const UNREACHABLE = 'This part of the portal cannot be read at the moment. Try again in a few seconds.';

interface ReleaseRoutes {
  files: Parameters<typeof storedFiles>[0];
  /** What the visitor who asks gets. */
  resolution: (request: FastifyRequest) => Promise<Resolution>;
}

const contentType = (file: string): string => {
  const type = mime.getType(file) ?? 'application/octet-stream';
  return /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type;
};

/** Proxies that compress weaken a validator; it says as much to a browser that has the file. RFC 9110, section 13.1.2. */
const has = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag) ?? false;

/** `GET /releases/<name>/<version>/…`, which never changes, and `GET /registry.json`, which may at any time. */
export const releaseRoutes = async (
  app: FastifyInstance,
  { files, resolution }: ReleaseRoutes,
): Promise<void> => {
  const readFile = storedFiles(files);

  app.get<{ Params: { '*': string } }>('/releases/*', async (request, reply) => {
    const { name, version, file } = VERSION_FILE.exec(request.params['*'])?.groups ?? {};
    if (!name || !version || !file) return reply.callNotFound();
    const stored = await readFile(name, version, file).catch((err: unknown) => {
      request.log.error({ err }, 'A file of a release cannot be read');
      throw new Failure(503, UNREACHABLE, 5);
    });
    if (!stored) return reply.callNotFound();

    const brotli = negotiate(request.headers['accept-encoding'] ?? '', ['br']) ? stored.brotli : undefined;
    const { content, etag } = brotli ?? stored.plain;
    reply
      .header('cache-control', stored.isAsPublished ? IMMUTABLE : 'no-store')
      .header('access-control-allow-origin', '*')
      .header('content-security-policy', INERT)
      .header('vary', 'accept-encoding')
      .header('etag', etag);
    if (has(request, etag)) return reply.code(304).send();
    if (brotli) reply.header('content-encoding', 'br');
    return reply.type(contentType(file)).send(content);
  });

  app.get('/registry.json', async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('vary', 'cookie');
    return (await resolution(request)).registry;
  });
};
