import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Resolution } from './resolve';

/**
 * `GET /registry.json`: what the visitor who asks gets of each remote; it may change at any time.
 * @param resolution of that visitor
 */
export const registryRoute = (
  app: FastifyInstance,
  resolution: (request: FastifyRequest) => Promise<Resolution>,
): void => {
  app.get('/registry.json', async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('vary', 'cookie');
    return (await resolution(request)).registry;
  });
};
