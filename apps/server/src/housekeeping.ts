import type { Config } from './config';
import type { Database } from './database/connect';
import { outboxStore } from './delivery/outbox-store';
import type { Keys } from './keys';
import { challengeStore } from './sign-in/challenge-store';
import { limitStore } from './sign-in/limit-store';
import { sessionStore } from './sign-in/session-store';

interface Dependencies {
  database: Database;
  keys: Keys;
  session: Config['session'];
}

/** Deletes what no rule looks at any more, so that tables do not grow with age. */
export const createHousekeeping =
  ({ database, keys, session }: Dependencies) =>
  async () => {
    await limitStore(database).clean();
    await challengeStore(database).clean();
    await sessionStore(database, session).clean();
    await outboxStore(database, keys.outbox).clean();
  };
