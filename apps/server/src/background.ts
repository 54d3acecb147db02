import type { Config } from './config';
import type { Database } from './database/connect';
import { createDelivery } from './delivery/delivery';
import { startWorker } from './worker';
import { createHousekeeping } from './housekeeping';
import type { App } from './http/validation';
import type { Keys } from './keys';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
}

/** How soon a message is seen that another replica wrote down, or whose next try is due. */
const deliveryMs = 1_000;
const housekeepingMs = 3_600_000;

/**
 * The work beside the answers, done while the app listens; closing the app waits for the round under way.
 * @returns `wakeDelivery`: a message waits, don't wait for the next round
 */
export const runBackground = (app: App, { config, database, keys }: Dependencies) => {
  const { dispatchDue } = createDelivery({ config, database, keys, log: app.log, print: console.log });
  const clean = createHousekeeping({ database, keys, session: config.session });
  const onError = (err: unknown) =>
    app.log.error({ err }, 'background work failed; the next round tries again');

  const workers: ReturnType<typeof startWorker>[] = [];
  app.addHook('onListen', async () => {
    workers.push(
      startWorker({ run: dispatchDue, everyMs: deliveryMs, onError }),
      startWorker({ run: clean, everyMs: housekeepingMs, onError }),
    );
  });
  app.addHook('onClose', async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  });
  return { wakeDelivery: () => workers[0]?.wake() };
};
