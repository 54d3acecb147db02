import proxy from '@fastify/http-proxy';
import fastify, { type FastifyInstance } from 'fastify';

/**
 * A User-Agent that carries a client address, because sign-in is limited per address. A header of its own would need
 * CORS permission in pages of other origins.
 */
export const userAgentAt = (address: string): string => `Mozilla/5.0 (at ${address})`;

const addressOf = (userAgent = ''): string => /\(at (.+)\)/.exec(userAgent)?.[1] ?? '127.0.0.1';

/** Proxies every request below a path to a portal, unchanged. */
export const passOn = async (server: FastifyInstance, upstream: string, path = '/'): Promise<void> => {
  await server.register(proxy, {
    upstream,
    prefix: path,
    rewritePrefix: path,
    replyOptions: {
      rewriteRequestHeaders: (_request, headers) => ({
        ...headers,
        'x-forwarded-for': addressOf(headers['user-agent']),
      }),
    },
  });
};

/**
 * Starts a load balancer in front of a portal, on loopback.
 * @returns a function that stops it
 */
export const startLoadBalancer = async (port: number, upstream: string) => {
  const server = fastify();
  await passOn(server, upstream);
  await server.listen({ port, host: 'localhost' });
  return () => server.close();
};
