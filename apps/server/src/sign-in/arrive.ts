import type { Language } from '@portal/contract';
import type { Config } from '../config';
import type { Contact } from '../customers/contact';
import type { Database } from '../database/connect';
import type { Keys } from '../keys';
import { preferenceStore } from '../preferences/preference-store';
import { createKnownBrowsers } from './known-browsers';
import type { Origin } from './session-store';
import { createSessions } from './sessions';

/** What the browser of a sign-in brings. */
export interface Visit {
  /** The cookie of the session before. */
  session: string | undefined;
  /** The cookie of earlier sign-ins. */
  passes: string | undefined;
  language: Language;
}

/** A customer who proved who they are. */
interface Arrival {
  contact: Contact;
  customerId: string;
  visit: Visit;
  /** Who signed the customer in, if not the portal. */
  origin?: Origin | undefined;
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

/** Opens sessions in a transaction; the cookies are for after its commit. */
export const createArrive =
  ({ config, keys }: Dependencies) =>
  async (transaction: Database, { contact, customerId, visit, origin }: Arrival): Promise<Arrived> => {
    const sessions = createSessions(transaction, config.session);
    await sessions.close(visit.session);
    // Messages use the language of the last sign-in, or the one chosen since.
    if (config.languages.length > 1)
      await preferenceStore(transaction).writeLanguage(customerId, visit.language);
    const arrival = { identifier: contact.address, customerId, cookie: visit.passes };
    return {
      customerId,
      session: await sessions.open(customerId, origin),
      passes: await createKnownBrowsers(transaction, keys.browsers).remember(arrival),
    };
  };

export type Arrive = ReturnType<typeof createArrive>;
