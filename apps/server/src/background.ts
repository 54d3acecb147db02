import type { Audit } from './audit/audit';
import type { Config } from './config';
import type { Database } from './database/connect';
import { DatabaseUnavailableError } from './database/faults';
import type { Outage } from './database/outage';
import { createDispatcher, lanes } from './messages/dispatcher';
import type { Lane } from './messages/outbox-store';
import { outboxStore } from './messages/outbox-store';
import type { App } from './http/validation';
import { hookDeliveryStore } from './import/hook-delivery-store';
import type { Keys } from './keys';
import { limitStore } from './limits/limit-store';
import { challengeStore } from './sign-in/challenge-store';
import { knownBrowsers } from './sign-in/known-browser-store';
import { createSessions } from './sign-in/session-store';
import { usedTokenStore } from './sign-in/used-token-store';
import { workWhileListening } from './worker';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
}

/** Picks up messages that another replica queued, and retries that are due. */
const DELIVERY_INTERVAL_MS = 1_000;
const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

interface Background extends Dependencies {
  outage: Outage;
  audit: Audit;
}

/**
 * Deletes rows that no rule reads any more, so that tables do not grow forever.
 * @param onError gets the error of each table that could not be cleaned; the others are
 */
export const createHousekeeping =
  ({ config, database, keys }: Dependencies, onError: (error: unknown) => void) =>
  async () => {
    const stores = [
      limitStore(database),
      challengeStore(database),
      knownBrowsers(database),
      createSessions(database, config.session),
      outboxStore(database, keys.outbox),
      hookDeliveryStore(database),
      usedTokenStore(database),
    ];
    for (const store of stores) await store.clean().catch(onError);
  };

/**
 * Runs delivery and housekeeping while the app listens. `app.close()` waits for the current round.
 * @returns `wakeDelivery`: starts the next delivery round now
 */
export const runBackground = (app: App, { config, database, keys, outage, audit }: Background) => {
  const { dispatchLane } = createDispatcher({ config, database, keys, audit, log: app.log });
  const deliver = async (lane: Lane) => {
    const more = await dispatchLane(lane);
    outage.succeeded();
    return more;
  };
  const onError = (err: unknown) => {
    if (err instanceof DatabaseUnavailableError) outage.failed(err);
    else app.log.error({ err }, 'background work failed; the next round tries again');
  };

  const clean = createHousekeeping({ config, database, keys }, onError);
  const deliveries = lanes.map((lane) =>
    workWhileListening(app, { run: () => deliver(lane), everyMs: DELIVERY_INTERVAL_MS, onError }),
  );
  const housekeeping = workWhileListening(app, { run: clean, everyMs: HOUSEKEEPING_INTERVAL_MS, onError });
  app.addHook('onClose', async () => {
    await Promise.all([...deliveries, housekeeping].map((worker) => worker.stop()));
  });
  return {
    wakeDelivery: () => {
      for (const delivery of deliveries) delivery.wake();
    },
  };
};
