import type { Language } from '@portal/contract';
import type { Config } from '../config';
import type { Database } from '../database/connect';
import type { Keys } from '../keys';
import { preferenceStore } from '../customers/preference-store';
import { knownBrowsers } from './known-browser-store';
import { createSessions, type Origin } from './session-store';

/** A customer who proved who they are, and what their browser brings. */
interface Proven {
  customerId: string;
  /** The address or number that the customer signed in with. */
  identifier: string;
  /** Who signed the customer in, if not the portal. */
  origin?: Origin | undefined;
  visit: Visit;
}

export interface Visit {
  /** The cookie of the session before. */
  session: string | undefined;
  /** The cookie of earlier sign-ins. */
  passes: string | undefined;
  language: Language;
}

/** An opened session: the values of its cookies. */
export interface Arrived {
  customerId: string;
  session: string;
  passes: string;
}

interface Dependencies {
  config: Pick<Config, 'session' | 'languages'>;
  keys: Pick<Keys, 'browsers'>;
}

/** Opens a session in a transaction; the cookies are for after its commit. */
export const arrive = async (
  transaction: Database,
  { config, keys }: Dependencies,
  { customerId, identifier, origin, visit }: Proven,
): Promise<Arrived> => {
  const sessions = createSessions(transaction, config.session);
  await sessions.close(visit.session);
  // Messages use the language of the last sign-in, or the one chosen since.
  if (config.languages.length > 1)
    await preferenceStore(transaction).writeLanguage(customerId, visit.language);
  const { passes } = visit;
  return {
    customerId,
    session: await sessions.open(customerId, origin),
    passes: await knownBrowsers(transaction, keys.browsers).remember({ identifier, customerId, passes }),
  };
};
