import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';

/** The version that `pnpm dev` makes live: its files are those of webpack's dev server. */
const DEVELOPED = '/releases/:name/0.0.0-dev';

/**
 * In development, files and reload messages come from webpack's dev server, through this origin, so that the
 * page's policy is that of production.
 * @param devServer the address of webpack's dev server
 */
export const devServerRoutes = async (
  app: FastifyInstance,
  { devServer }: { devServer: string },
): Promise<void> => {
  await app.register(httpProxy, { upstream: devServer, prefix: DEVELOPED, rewritePrefix: DEVELOPED });
  await app.register(httpProxy, {
    upstream: devServer,
    prefix: '/ws',
    rewritePrefix: '/ws',
    websocket: true,
  });
};
