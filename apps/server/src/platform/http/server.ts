import Fastify, { type FastifyServerOptions } from 'fastify';
import type { Config } from '../config/config';
import { connections } from './connections';
import { dropForwardedPorts } from './headers';
import { requestIds } from './logging';
import { validateWithValibot, type App, type ValibotTypes } from './validation';

type Options = FastifyServerOptions & Pick<Config, 'trustProxy'> & { https: boolean };

/** A server of the portal, not yet listening: it limits what requests take, and validates them with Valibot. */
export const createServer = ({ https, trustProxy, ...options }: Options): App => {
  const server = Fastify({
    trustProxy,
    bodyLimit: 64 * 1024,
    ...connections(https),
    genReqId: requestIds(trustProxy),
    requestIdHeader: false,
    ...options,
  }).withTypeProvider<ValibotTypes>();
  dropForwardedPorts(server);
  validateWithValibot(server);
  return server;
};
