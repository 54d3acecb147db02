import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { Sessions } from './dialect';
import { DatabaseUnavailableError } from './faults';

/** Two segments of PostgreSQL's log, and what one statement writes meanwhile. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Ends a transaction: possible on a full disk, and what remains to do there. */
const ENDINGS = ['commit', 'rollback'];

/**
 * Checks that the disk of a directory can be written to. PGlite hangs forever when it cannot write its log.
 * @throws DatabaseUnavailableError
 */
export const checkDisk = async (directory: string): Promise<void> => {
  try {
    await access(directory, constants.W_OK);
  } catch (cause) {
    throw new DatabaseUnavailableError(cause, 'The database cannot write');
  }
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  const reason = `the disk of ${directory} is full: less than ${LEAST_FREE_BYTES / 1024 / 1024} MB are free`;
  throw new DatabaseUnavailableError(new Error(reason), 'The database cannot write');
};

/**
 * Lends PGlite's one connection to one caller at a time, in order of arrival: transactions must not mix their queries.
 * @param check rejects while PGlite must not be used
 */
export const pgliteSessions = (pglite: PGlite, check = async () => {}): Sessions => {
  let lastLease: Promise<void> = Promise.resolve();

  return {
    open: async () => {
      const leaseBefore = lastLease;
      let end = () => {};
      lastLease = new Promise((resolve) => (end = resolve));
      await leaseBefore;
      return {
        query: async (sql, parameters) => {
          if (!ENDINGS.includes(sql)) await check();
          return pglite.query(sql, parameters);
        },
        release: () => end(),
      };
    },
    close: () => pglite.close(),
  };
};
