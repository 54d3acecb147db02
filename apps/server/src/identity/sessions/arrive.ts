import type { Language } from '@portal/contract';
import { preferenceStore } from '../customers/preference-store';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/connect';
import type { Device } from '../../platform/http/device';
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
