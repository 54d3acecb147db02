import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { notSignedIn } from '../http/errors';
import type { Keys } from '../keys';
import { createCodeRequest, createVerification } from './codes';
import { createCookies } from './cookies';
import { createCsrf } from './csrf';
import { createKnownBrowsers } from './known-browsers';
import type { OfSession } from './session-store';
import { createSessions } from './sessions';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
  /** Starts the next delivery round now. */
  wakeDelivery: () => void;
}

/** Wires up sign-in. */
export const createSignIn = ({ config, database, keys, wakeDelivery }: Dependencies) => {
  const cookies = createCookies(config);
  const sessions = createSessions(database, config.session);
  const knownBrowsers = createKnownBrowsers(database, keys.browsers);
  const csrf = createCsrf({ cookies, key: keys.csrf, origins: config });

  /** Requires a customer, and reads something of theirs in the statement that finds the session. */
  const requireReading = <Read>(reads?: OfSession<Read>) => {
    const find = sessions.reading(reads);
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const token = cookies.session(request);
      const found = await find(token);
      if (found) return found;
      if (token) request.audit({ event: 'session', outcome: 'ended' });
      csrf.forgetSession(request, reply);
      throw notSignedIn();
    };
  };
  const requireAnybody = requireReading();

  return {
    cookies,
    sessions,
    customers: customerStore(database),
    csrf,
    knownBrowsers,
    countries: config.sms.countries,
    requestCode: createCodeRequest({ config, database, keys, knownBrowsers, wakeDelivery }),
    verifyCode: createVerification({ config, database, keys, knownBrowsers }),

    /**
     * @returns the id of the signed-in customer
     * @throws Failure 401 when there is none; the answer then sets the cookies to sign in again
     */
    requireCustomer: async (request: FastifyRequest, reply: FastifyReply) =>
      (await requireAnybody(request, reply)).customerId,

    requireReading,
  };
};

/** Resolves to the id of the signed-in customer, or answers 401. */
export type RequireCustomer = SignIn['requireCustomer'];

/** Like `RequireCustomer`, with data of the customer. */
export type RequireReading = SignIn['requireReading'];

export type SignIn = ReturnType<typeof createSignIn>;
