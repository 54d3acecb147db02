import type { Config } from '../config/config';
import type { Keys } from '../config/keys';
import type { RemoteChoices } from '../config/remote-choices';
import { Failure } from '../http/errors';
import { createCircuitBreaker } from './circuit-breaker';
import { createCustomerTokens } from './customer-token';
import { tooSlow, unreachable, withoutSlash } from './upstream-calls';
import { isData, only } from './upstream-headers';

const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

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

interface Call extends RequestInit {
  customerId: string;
  headers?: Record<string, string>;
  /** For the whole response. */
  timeoutMs: number;
  /** Aborted when nobody waits for the response any more. */
  gone?: AbortSignal;
}

/** @throws Failure with a name of the cause */
const fetchFrom = async (url: string, { timeoutMs, gone, ...call }: Omit<Call, 'customerId'>) => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = gone ? AbortSignal.any([timeout, gone]) : timeout;
  try {
    return await receive(await fetch(url, { ...call, signal, redirect: 'manual' }));
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if (gone?.aborted) throw unreachable().named('gone');
    throw timeout.aborted ? tooSlow().named('too-slow') : unreachable().named('unreachable');
  }
};

/** Whether a path may lead out of the address: servers disagree about what they decode before they follow dots. */
const climbs = (path: string): boolean =>
  /(?:^|[/\\])\.\.(?:[/\\;]|$)/.test(path.replaceAll(/%(?:2e|2f|5c)/gi, decodeURIComponent));

interface Sources {
  config: Pick<Config, 'baseUrl'>;
  keys: Pick<Keys, 'customerTokens'>;
  choices: RemoteChoices | undefined;
}

/** The back ends of remotes, at the addresses that the operator chose. They get the customer's identity as a signed token. */
export const createBackEnds = ({ config, keys, choices = {} }: Sources) => {
  const chosen = Object.entries(choices).flatMap(([name, { api, availability }]) =>
    api ? [{ name, address: withoutSlash(api.href), availability }] : [],
  );
  const tokens = chosen.length > 0 && createCustomerTokens(keys.customerTokens, config.baseUrl);
  if (!tokens) return undefined;
  return {
    /** The public keys of the tokens (RFC 7517). */
    keys: async () => (await tokens).jwks,
    all: chosen.map(({ name, address, availability }) => {
      const guarded = createCircuitBreaker();
      return {
        name,
        /** A path, beginning with a slash, that says for which customers the remote is; undefined: for all. */
        availability,
        /** @param path after the slash, as the browser spelt it @throws Failure 404 for one outside of the address */
        call: async (path: string, { customerId, ...call }: Call) => {
          if (climbs(path.split('?', 1)[0] ?? '')) throw unreachable(404).named('no-such-path');
          const authorization = `Bearer ${await (await tokens).sign(customerId, name)}`;
          const headers = { ...call.headers, authorization };
          return guarded(customerId, () => fetchFrom(`${address}/${path}`, { ...call, headers }));
        },
      };
    }),
  };
};

export type BackEnds = NonNullable<ReturnType<typeof createBackEnds>>;
