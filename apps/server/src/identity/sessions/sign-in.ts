import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Voucher } from '../../platform/audit/audit';
import type { Language } from '@portal/contract';
import type { Config } from '../../platform/config/config';
import type { Contact } from '../../platform/contact/contact';
import type { Database } from '../../platform/database/connect';
import { cookiesIn, createCookies } from '../../platform/http/cookies';
import { deviceOf, type Device } from '../../platform/http/device';
import { notSignedIn } from '../../platform/http/errors';
import type { RequireCustomer } from '../../platform/http/validation';
import type { Portal } from '../../platform/crypto/keys';
import { isToken } from '../../platform/crypto/secrets';
import { createCsrf } from './csrf';
import { preferenceStore } from '../customers/preference-store';
import { knownBrowsers } from '../codes/known-browser-store';
import { createSessions, type Origin } from './session-store';

/** What a browser brings to a sign-in. */
export interface Visit {
  session: string | undefined;
  /** The cookie of earlier sign-ins. */
  passes: string | undefined;
  language: Language;
  device: Device;
}

/** A customer who proved who they are, by this address or number; `origin`: by whom, if not the portal. */
type Proven = { customerId: string; identifier: string; origin?: Origin | undefined; visit: Visit };

/** Opens a session in a transaction. @returns the values of its cookies, for after the commit */
export const arrive = async (
  transaction: Database,
  { session: lifetime, languages }: Pick<Config, 'session' | 'languages'>,
  { customerId, identifier, origin, visit: { session, passes, language, device } }: Proven,
) => {
  const sessions = createSessions(transaction, lifetime);
  await sessions.close(session);
  // Messages use the language of the last sign-in, or the one chosen since.
  if (languages.length > 1) await preferenceStore(transaction).write(customerId, { language });
  return {
    customerId,
    session: await sessions.open(customerId, { ...device, ...origin }),
    passes: await knownBrowsers(transaction).remember(passes, identifier, customerId),
  };
};

export type Arrived = Awaited<ReturnType<typeof arrive>>;

/** How many cookies of the session's name and shape, also of the company's other sites, are looked up. */
const MOST_SESSIONS = 4;

/** Who signed in, and who vouches for them; absent: a code. */
type Welcome = Arrived & { contact: Contact; by?: Voucher };

/** The sessions of browsers, and their cookies. */
export const createSignIn = (portal: Portal) => {
  const { config, database, keys } = portal;
  const cookies = createCookies(config);
  const sessions = createSessions(database, config.session);
  const csrf = createCsrf(cookies, keys.csrf, config);

  /** Requests whose session cookies were dropped. */
  const ended = new WeakSet<FastifyRequest>();

  /** @throws Failure 401 when nobody is signed in; the response then sets the cookies to sign in again */
  const requireCustomer: RequireCustomer = async (request, reply) => {
    const token = cookies.session.read(request);
    const customerId = await sessions.customerOf(token);
    if (customerId !== undefined) return customerId;
    if (token || ended.has(request)) request.audit({ event: 'session', outcome: 'ended' });
    csrf.endSession(request, reply);
    throw notSignedIn();
  };

  return {
    portal,
    cookies,
    sessions,
    csrf,
    requireCustomer,

    /** Of several cookies, and beside the pre-login one, which a session ends, keeps only the one with a session. */
    keepOwnSession: async (request: FastifyRequest): Promise<void> => {
      const { headers } = request;
      const tokens = cookiesIn(headers.cookie, 'session_token').filter(isToken).slice(0, MOST_SESSIONS);
      if (tokens.length < 2 && !cookies.browser.read(request)) return;
      // Without a database, the page is shown all the same, and its calls say what is wrong.
      const customers = await Promise.all(tokens.map(sessions.customerOf)).catch(() => tokens);
      const own = tokens.filter((_, at) => customers[at]).slice(0, 1);
      if (tokens.length > 0 && own.length === 0) ended.add(request);
      const others = headers.cookie?.split(';').filter((pair) => !/^\s*session_token=/.test(pair)) ?? [];
      headers.cookie = [...own.map((token) => `session_token=${token}`), ...others].join(';');
    },

    visitOf: (request: FastifyRequest): Visit => ({
      session: cookies.session.read(request),
      passes: cookies.knownBrowser.read(request),
      language: request.language,
      device: deviceOf(request, config),
    }),

    welcome: (request: FastifyRequest, reply: FastifyReply, welcome: Welcome) => {
      const { contact, customerId, session, passes, by } = welcome;
      csrf.startSession(reply, session);
      cookies.knownBrowser.set(reply, passes);
      request.audit({ event: 'sign-in', outcome: 'signed-in', contact, customerId, ...(by && { by }) });
    },
  };
};

export type SignIn = ReturnType<typeof createSignIn>;
