import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config';
import { errorCode } from '../config/error-code';
import type { Keys } from '../config/keys';
import type { RemoteChoices } from '../config/remote-choices';
import { Failure } from '../http/errors';
import type { RequireCustomer, Routes } from '../http/validation';
import { createCircuitBreaker } from './circuit-breaker';
import { createCustomerTokens } from './customer-token';
import { tooSlow, unreachable, withoutSlash } from './upstream-calls';
import { forwardedHeaders, isData, only } from './upstream-headers';

const MAX_REQUEST_BYTES = 1024 * 1024;
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** What a back end needs of a request: no cookie, no token, and nothing that names another client. */
const FROM_BROWSER = ['accept', 'accept-language', 'content-type', 'user-agent'];

/** What a screen needs of a response. The other headers say how pages and caches treat it. */
const FROM_BACK_END = ['content-language', 'content-type', 'retry-after'];

/** Why a response must not reach the page; undefined if it may. */
const refusalOf = ({ status, headers }: Response): Failure | undefined => {
  if (status >= 300 && status < 400) return unreachable().named('redirect');
  // A 401 would sign the customer out.
  if (status === 401) return unreachable().named('token-refused');
  if (isData(headers.get('content-type') ?? undefined)) return undefined;
  return unreachable(status < 400 ? 502 : status).named('not-json');
};

/** @throws Failure for a body that is too large */
const readBody = async ({ body }: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    // Leaving the loop closes the connection.
    if (size > MAX_RESPONSE_BYTES) throw unreachable().named('too-large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** @throws Failure for a response that must not reach the page */
const receive = async (response: Response) => {
  const refusal = refusalOf(response);
  if (refusal) {
    await response.body?.cancel();
    throw refusal;
  }
  const { status, headers } = response;
  return {
    status,
    headers: only(Object.fromEntries(headers), FROM_BACK_END),
    body: await readBody(response),
  };
};

/** Calls a back end. The time limit is for the whole response. @throws Failure with a name of the cause */
const callBackEnd = async (url: URL, call: RequestInit, timeoutMs: number, log: FastifyBaseLogger) => {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await receive(await fetch(url, { ...call, signal, redirect: 'manual' }));
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (signal.aborted) throw tooSlow().named('too-slow');
    const cause = error instanceof Error ? error.cause : undefined;
    log.warn({ host: url.host, code: errorCode(cause) }, 'a back end cannot be reached');
    throw unreachable().named('unreachable');
  }
};

/** The URL at a back end, as the browser spelt it; undefined for one outside of the back end's address. */
const urlAt = (address: string, path: string): URL | undefined => {
  const url = new URL(`${address}/${path}`);
  return url.href.startsWith(`${address}/`) ? url : undefined;
};

interface BackEndRoutes {
  config: Pick<Config, 'publicUrl' | 'baseUrl'>;
  keys: Pick<Keys, 'customerTokens'>;
  choices: RemoteChoices | undefined;
  requireCustomer: RequireCustomer;
  timeoutMs?: number;
}

/**
 * `/api/<remote>/…`: the calls of a remote to its own back end, at the address that the operator chose. It gets the
 * customer's identity as a signed token. `GET /-/jwks.json` has the keys.
 */
export const backEndRoutes: Routes<BackEndRoutes> = async (
  app,
  { config, keys, choices = {}, requireCustomer, timeoutMs = TIMEOUT_MS },
) => {
  const { publicUrl, baseUrl } = config;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_REQUEST_BYTES },
    async (_: unknown, body: Buffer) => body,
  );

  app.all('/api/*', () => {
    throw unreachable(404).named('no-address');
  });

  const addresses = Object.entries(choices).flatMap(([name, { api }]) =>
    api ? [{ name, address: withoutSlash(api.href) }] : [],
  );
  if (addresses.length === 0) return;
  const tokens = await createCustomerTokens(keys.customerTokens, baseUrl);
  app.get('/-/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(tokens.jwks),
  );

  for (const { name, address } of addresses) {
    const guarded = createCircuitBreaker();
    const prefix = `${app.prefix}/api/${name}/`;
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `/api/${name}/*`,
      handler: async (request, reply) => {
        // The router decodes: it also finds this route for `/%61pi/…`.
        const isPlain = request.url.startsWith(prefix);
        const url = isPlain ? urlAt(address, request.url.slice(prefix.length)) : undefined;
        if (!url) return reply.callNotFound();
        const customerId = await requireCustomer(request, reply);
        const call = {
          method: request.method,
          headers: {
            ...only(request.headers, FROM_BROWSER),
            ...forwardedHeaders(request, publicUrl),
            'x-request-id': request.id,
            authorization: `Bearer ${await tokens.sign(customerId, name)}`,
          },
          ...(request.body instanceof Buffer && { body: request.body }),
        };
        const { status, headers, body } = await guarded(() => callBackEnd(url, call, timeoutMs, request.log));
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
};
