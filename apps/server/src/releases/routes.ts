import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Resolution } from './resolve';

const ONE_YEAR = 365 * 24 * 60 * 60 * 1000;

/** `/<name>/<version>/<file>`: a version's own files, not documents, locks or half-written versions. */
const VERSION_FILE = /^\/[a-z][a-z0-9-]*\/\d+\.\d+\.\d+[^/]*\/./;

interface ReleaseRoutes {
  /** Absolute path of the releases. */
  root: string;
  /** What the visitor who asks gets. */
  resolution: (request: FastifyRequest) => Promise<Resolution>;
}

/** `GET /releases/<name>/<version>/…`, which never changes, and `GET /registry.json`, which may at any time. */
export const releaseRoutes = async (
  app: FastifyInstance,
  { root, resolution }: ReleaseRoutes,
): Promise<void> => {
  await app.register(fastifyStatic, {
    root,
    prefix: '/releases/',
    index: false,
    dotfiles: 'ignore',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: ONE_YEAR,
    allowedPath: (path) => VERSION_FILE.test(path),
    setHeaders: (reply) => {
      reply.header('access-control-allow-origin', '*');
    },
  });

  app.get('/registry.json', async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('vary', 'cookie');
    return (await resolution(request)).registry;
  });
};
