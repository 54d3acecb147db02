import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Voucher } from '../audit/audit';
import type { Config } from '../config';
import type { Contact } from '../customers/contact';
import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { createCookies } from '../http/cookies';
import { notSignedIn } from '../http/errors';
import type { RequireCustomer } from '../http/validation';
import type { Keys } from '../keys';
import { arrive, type Arrived, type Visit } from './arrive';
import type { Vouched } from './claims';
import { createCsrf } from './csrf';
import { createIssuer } from './issuer';
import { createProvider } from './provider';
import { createCodeRequest } from './request-code';
import { createSessions } from './session-store';
import { createVerification } from './verify-code';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
  /** Starts the next delivery round now. */
  wakeDelivery: () => void;
}

/** Who signed in. */
interface Welcome extends Arrived {
  contact: Contact;
  /** Who vouches for the customer; absent: a code. */
  by?: Voucher;
}

/** Wires up sign-in. */
export const createSignIn = ({ config, database, keys, wakeDelivery }: Dependencies) => {
  const cookies = createCookies(config);
  const sessions = createSessions(database, config.session);
  const csrf = createCsrf({ cookies, key: keys.csrf, origins: config });

  const { baseUrl, handover, oidc } = config;

  /**
   * @returns the id of the signed-in customer
   * @throws Failure 401 when there is none; the response then sets the cookies to sign in again
   */
  const requireCustomer: RequireCustomer = async (request, reply) => {
    const token = cookies.session.read(request);
    const customerId = await sessions.customerOf(token);
    if (customerId !== undefined) return customerId;
    if (token) request.audit({ event: 'session', outcome: 'ended' });
    csrf.forgetSession(request, reply);
    throw notSignedIn();
  };
  const customers = customerStore(database);

  const visitOf = (request: FastifyRequest): Visit => ({
    session: cookies.session.read(request),
    passes: cookies.knownBrowser.read(request),
    language: request.language,
  });

  /** Gives this browser the cookies of an opened session. */
  const welcome = (
    request: FastifyRequest,
    reply: FastifyReply,
    { contact, customerId, session, passes, by }: Welcome,
  ) => {
    csrf.startSession(reply, session);
    cookies.knownBrowser.set(reply, passes);
    request.audit({ event: 'sign-in', outcome: 'signed-in', contact, customerId, ...(by && { by }) });
  };

  /**
   * Signs in a customer for whom somebody vouches. Creates none: customers come from the import.
   * @returns whether there is such a customer
   */
  const admitVouched = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { by, contacts, origin }: Vouched,
  ): Promise<boolean> => {
    for (const contact of contacts) {
      // Beside an address, a number must not lead to the customer of another address.
      const customerId = await customers.find(contact, { withoutEmail: contact !== contacts[0] });
      if (customerId === undefined) continue;
      const proven = { customerId, identifier: contact.address, origin, visit: visitOf(request) };
      const arrived = await database
        .transaction()
        .execute((transaction) => arrive(transaction, { config, keys }, proven));
      welcome(request, reply, { ...arrived, contact, by });
      return true;
    }
    // Another person uses this browser now: end the session of the customer before.
    if (await sessions.close(cookies.session.read(request))) csrf.endSession(reply);
    const [contact] = contacts;
    if (contact) request.audit({ event: 'sign-in', outcome: 'no-customer', contact, by });
    return false;
  };

  return {
    cookies,
    sessions,
    customers,
    csrf,
    countries: config.sms.countries,
    requestCode: createCodeRequest({ config, database, keys, wakeDelivery }),
    verifyCode: createVerification({ config, database, keys }),

    visitOf,
    welcome,
    admitVouched,

    /** Verifies the tokens of the embedder. */
    site:
      handover && createIssuer(database, async () => ({ ...handover, audience: [baseUrl, `${baseUrl}/`] })),

    /** The company's identity provider. */
    provider: oidc && createProvider({ oidc, database, baseUrl, key: keys.provider }),

    requireCustomer,
  };
};

export type SignIn = ReturnType<typeof createSignIn>;
