import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config';
import { Failure } from '../../platform/http/errors';
import { acceptBytes, compressResponses } from '../../platform/http/scopes';
import type { RequireCustomer, Routes } from '../../platform/http/validation';
import type { BackEnds } from './back-ends';
import { forwardedHeaders, only, unreachable } from '../passing-on';

const MAX_REQUEST_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** What a back end needs of a request: no cookie, no token, and nothing that names another client. */
const FROM_BROWSER = ['accept', 'accept-language', 'content-type', 'user-agent'];

/** Answers calls to back ends that have no address. */
export const noBackEndRoutes: Routes<object> = async (app) => {
  const onRequest = async () => {
    throw unreachable(404).named('no-address');
  };
  app.all('/api/*', { onRequest }, onRequest);
};

interface BackEndRoutes {
  config: Pick<Config, 'publicUrl'>;
  backEnds: BackEnds;
  requireCustomer: RequireCustomer;
  timeoutMs?: number;
}

/** `/api/<remote>/…`: the calls of a remote to its own back end. `GET /-/jwks.json` has the keys of the tokens. */
export const backEndRoutes: Routes<BackEndRoutes> = async (
  app,
  { config, backEnds, requireCustomer, timeoutMs = TIMEOUT_MS },
) => {
  await compressResponses(app);
  acceptBytes(app, MAX_REQUEST_BYTES);
  app.get('/-/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await backEnds.keys()),
  );

  const customers = new WeakMap<FastifyRequest, string>();
  for (const { name, call } of backEnds.all) {
    const prefix = `${app.prefix}/api/${name}/`;
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `/api/${name}/*`,
      // Before the body: strangers send none.
      onRequest: async (request, reply) => {
        customers.set(request, await requireCustomer(request, reply));
      },
      handler: async (request, reply) => {
        // The router decodes: it also finds this route for `/%61pi/…`.
        if (!request.url.startsWith(prefix)) return reply.callNotFound();
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        try {
          const { status, headers, body } = await call(request.url.slice(prefix.length), {
            customerId: customers.get(request) ?? '',
            method: request.method,
            headers: {
              ...only(request.headers, FROM_BROWSER),
              ...forwardedHeaders(request, config.publicUrl),
              'x-request-id': request.id,
            },
            ...(request.body instanceof Buffer && { body: request.body }),
            timeoutMs,
            gone: gone.signal,
          });
          return await reply.code(status).headers(headers).send(body);
        } catch (error) {
          if (error instanceof Failure)
            request.log.warn({ remote: name, cause: error.code }, 'a back end failed');
          throw error;
        }
      },
    });
  }
};
