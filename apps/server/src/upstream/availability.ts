import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { Config } from '../config/config';
import type { Keys } from '../config/keys';
import type { RemoteChoices } from '../config/remote-choices';
import { DatabaseUnavailableError } from '../database/faults';
import { callBackEnd } from './back-end-routes';
import { createCustomerTokens } from './customer-token';
import { withoutSlash } from './upstream-calls';

/** A page waits for the answer. */
const TIMEOUT_MS = 1_000;

const KEPT_MS = 60_000;
const MAX_CUSTOMERS = 10_000;

const responseSchema = v.pipe(
  v.instance(Buffer),
  v.transform(String),
  v.parseJson(),
  v.object({ available: v.boolean() }),
);

interface Availability {
  config: Pick<Config, 'baseUrl'>;
  keys: Pick<Keys, 'customerTokens'>;
  choices: RemoteChoices | undefined;
  /** Undefined for a visitor who is not signed in. */
  customerOf: (request: FastifyRequest) => Promise<string | undefined>;
}

/**
 * Which remotes a visitor does not have. Remotes with `availability` in REMOTES are for the customers of whom their own
 * back end says so; one that does not answer has no customers for a minute. Pages work without the database.
 * @returns undefined if all visitors have the same remotes
 */
export const createAvailability = ({ config, keys, choices = {}, customerOf }: Availability) => {
  const asked = Object.entries(choices).flatMap(([name, { api, availability }]) =>
    api && availability ? [{ name, url: new URL(`${withoutSlash(api.href)}${availability}`) }] : [],
  );
  if (asked.length === 0) return undefined;
  const names = asked.map(({ name }) => name);
  const signing = createCustomerTokens(keys.customerTokens, config.baseUrl);

  const isAvailable = async (name: string, url: URL, customerId: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${await (await signing).sign(customerId, name)}` };
    const { status, body } = await callBackEnd(url, { headers }, TIMEOUT_MS);
    return status === 200 && v.parse(responseSchema, body).available;
  };
  const absences = new LRUCache<string, readonly string[]>({
    max: MAX_CUSTOMERS,
    ttl: KEPT_MS,
    fetchMethod: async (customerId) => {
      const answers = await Promise.allSettled(
        asked.map(({ name, url }) => isAvailable(name, url, customerId)),
      );
      return names.filter((_, index) => {
        const answer = answers[index];
        return !(answer?.status === 'fulfilled' && answer.value);
      });
    },
  });
  return async (request: FastifyRequest): Promise<readonly string[]> => {
    const customerId = await customerOf(request).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailableError) return undefined;
      throw error;
    });
    return (customerId === undefined ? undefined : await absences.fetch(customerId)) ?? names;
  };
};
