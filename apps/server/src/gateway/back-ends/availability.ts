import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { DatabaseUnavailableError } from '../../platform/database/faults';
import type { Customers } from '../../platform/http/validation';
import type { BackEnds } from './back-ends';

/** A page waits for the answer. */
const TIMEOUT_MS = 1_000;

const KEPT_MS = 60_000;
const MAX_CUSTOMERS = 10_000;

const responseSchema = v.object({
  status: v.literal(200),
  body: v.pipe(v.instance(Buffer), v.transform(String), v.parseJson(), v.object({ available: v.boolean() })),
});

interface Availability extends Pick<Customers, 'customerOf'> {
  backEnds: BackEnds;
  log: FastifyBaseLogger;
}

/**
 * Which remotes a visitor does not have. Remotes with `availability` in REMOTES are for the customers of whom their own
 * back end says so; one that does not answer has no customers for a minute. Pages work without the database.
 * @returns undefined if all visitors have the same remotes
 */
export const createAvailability = ({ backEnds, log, customerOf }: Availability) => {
  const asked = backEnds.all.flatMap(({ availability, ...backEnd }) =>
    availability === undefined ? [] : [{ ...backEnd, path: availability.slice(1) }],
  );
  if (asked.length === 0) return undefined;
  const names = asked.map(({ name }) => name);

  const isAvailable = async ({ name, ask, path }: (typeof asked)[number], customerId: string) => {
    try {
      const response = await ask(path, { customerId, timeoutMs: TIMEOUT_MS });
      return v.parse(responseSchema, response).body.available;
    } catch (err) {
      log.warn({ remote: name, err }, 'a back end does not say whether a customer has its remote');
      return false;
    }
  };
  const absences = new LRUCache<string, readonly string[]>({
    max: MAX_CUSTOMERS,
    ttl: KEPT_MS,
    fetchMethod: async (customerId) => {
      const answers = await Promise.all(asked.map((backEnd) => isAvailable(backEnd, customerId)));
      return names.filter((_, index) => !answers[index]);
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
