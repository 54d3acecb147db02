import proxy from '@fastify/http-proxy';
import fastify, { type FastifyInstance } from 'fastify';

/**
 * What a browser calls itself, so that it seems to come from an address of its own: sign-in is limited for each. A
 * header that says the address itself would be one more thing that a page of another origin must be allowed to send.
 */
export const userAgentAt = (address: string): string => `Mozilla/5.0 (at ${address})`;

const addressOf = (userAgent = ''): string => /\(at (.+)\)/.exec(userAgent)?.[1] ?? '127.0.0.1';

/** Passes everything below a path on to a portal, as it is. */
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
 * Stands before a portal, on loopback.
 * @returns how to stop it again
 */
export const startLoadBalancer = async (port: number, upstream: string) => {
  const server = fastify();
  await passOn(server, upstream);
  await server.listen({ port, host: 'localhost' });
  return () => server.close();
};
