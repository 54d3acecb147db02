import type { Config } from '../../platform/config/config';
import type { Keys } from '../../platform/crypto/keys';
import type { RemoteChoices } from '../../platform/config/remote-choices';
import { Failure } from '../../platform/http/errors';
import { createCustomerTokens } from './customer-token';
import { isRepeatable, only, tooSlow, toPortalType, unreachable, withoutSlash } from '../passing-on';

const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

/** What a screen needs of a response, beside its type. The other headers say how pages and caches treat it. */
const FROM_BACK_END = ['content-language', 'retry-after'];

/** Bounds the memory that a back end can take. */
const MAX_AT_ONCE = 128;
/** So that one customer cannot keep all others out. */
const MAX_OF_CUSTOMER = 8;

/** Limits the calls that wait for a back end. The time limit ends each of them, so that a place is soon free again. */
const createPlaces = () => {
  const customers: string[] = [];
  return async <Result>(customerId: string, call: () => Promise<Result>): Promise<Result> => {
    const ofCustomer = customers.filter((id) => id === customerId).length;
    if (customers.length >= MAX_AT_ONCE || ofCustomer >= MAX_OF_CUSTOMER)
      throw unreachable(503, 1).named('busy');
    customers.push(customerId);
    return call().finally(() => customers.splice(customers.indexOf(customerId), 1));
  };
};

/** Why a response must not reach the page; undefined if it may. */
const refusalOf = ({ status }: Response, type: string | undefined): Failure | undefined => {
  if (status >= 300 && status < 400) return unreachable().named('redirect');
  // A 401 would sign the customer out.
  if (status === 401) return unreachable().named('token-refused');
  return type ? undefined : unreachable(status < 400 ? 502 : status).named('not-json');
};

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

const receive = async (response: Response) => {
  const { status, headers } = response;
  const type = toPortalType(headers.get('content-type'));
  const refusal = refusalOf(response, type);
  if (refusal) {
    await response.body?.cancel();
    throw refusal;
  }
  return {
    status,
    headers: { ...only(Object.fromEntries(headers), FROM_BACK_END), 'content-type': type },
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
  const send = () => fetch(url, { ...call, signal, redirect: 'manual' });
  try {
    const response = await send().catch((error: Error) => {
      if (isRepeatable(call.method, error.cause)) return send();
      throw error;
    });
    return await receive(response);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if (gone?.aborted) throw unreachable().named('gone');
    throw timeout.aborted ? tooSlow().named('too-slow') : unreachable().named('unreachable');
  }
};

/**
 * Whether a path may lead out of the address: servers disagree about what they decode before they follow dots, and a `#`,
 * which no browser sends, would end the path.
 */
const climbs = (path: string): boolean =>
  /#|(?:^|[/\\])\.\.(?:[/\\;]|$)/.test(path.replaceAll(/%(?:2e|2f|5c)/gi, decodeURIComponent));

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
      const inPlace = createPlaces();
      /** @param path after the slash, as the browser spelt it @throws Failure 404 for one outside of the address */
      const ask = async (path: string, { customerId, ...call }: Call) => {
        if (climbs(path.split('?', 1)[0] ?? '')) throw unreachable(404).named('no-such-path');
        const authorization = `Bearer ${await (await tokens).sign(customerId, name)}`;
        return fetchFrom(`${address}/${path}`, { ...call, headers: { ...call.headers, authorization } });
      };
      return {
        name,
        /** A path, beginning with a slash, that says for which customers the remote is; undefined: for all. */
        availability,
        /** Asks for the portal itself, which takes no place of a customer's call. */
        ask,
        call: (path: string, call: Call) => inPlace(call.customerId, () => ask(path, call)),
      };
    }),
  };
};

export type BackEnds = NonNullable<ReturnType<typeof createBackEnds>>;
