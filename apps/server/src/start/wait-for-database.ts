import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { SchemaOutdatedError } from '../platform/database/connect';
import { DatabaseUnavailableError } from '../platform/database/faults';

const LONGEST_PAUSE_SECONDS = 30;

/**
 * Opens PostgreSQL once it answers and has the schema. The portal does not listen meanwhile: nginx, which does not probe,
 * would send it customers. A signal ends the wait at once.
 * @throws what only a person can mend, such as a wrong password
 */
export const waitForDatabase = async <Opened>(
  log: Pick<FastifyBaseLogger, 'warn'>,
  open: () => Promise<Opened>,
): Promise<Opened> => {
  const leave = () => process.exit(0);
  process.on('SIGTERM', leave).on('SIGINT', leave);
  for (let seconds = 1; ; seconds = Math.min(2 * seconds, LONGEST_PAUSE_SECONDS))
    try {
      const opened = await open();
      process.off('SIGTERM', leave).off('SIGINT', leave);
      if (seconds > 1) log.warn('the database answers');
      return opened;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) && !(error instanceof SchemaOutdatedError))
        throw error;
      log.warn(`waiting for the database, next attempt in ${seconds} s: ${error.message}`);
      await sleep(seconds * 1000);
    }
};
