import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config';
import type { Database } from '../database/connect';
import type { Keys } from '../keys';
import { createDispatcher } from './dispatcher';
import { createDrivers } from './drivers';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Where the drivers of the terminal write. */
  print: (text: string) => void;
}

/** Sends what waits in the outbox, by the drivers that the environment names. */
export const createDelivery = ({ config, database, keys, log, print }: Dependencies) =>
  createDispatcher({
    database,
    key: keys.outbox,
    drivers: createDrivers(config, print),
    sender: { brand: config.brand.name, host: config.publicUrl.hostname },
    smsDailyBudget: config.sms.dailyBudget,
    log,
  });
