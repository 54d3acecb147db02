import { constants } from 'node:fs';
import { access, statfs, utimes } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import * as v from 'valibot';
import type { Connections } from './dialect';
import { DatabaseUnavailableError } from './faults';
import { createTurns } from './turns';

/** Room for two WAL segments, and for the data that one statement writes meanwhile. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Statements that end a transaction. They work on a full disk too, so no check of the disk precedes them. */
const ENDINGS = ['commit', 'rollback'];

/** Writes to a directory by setting its times: Linux grants `access` on a disk that became read-only. */
const touch = async (directory: string): Promise<void> => {
  const now = new Date();
  await utimes(directory, now, now).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
    return access(directory, constants.W_OK);
  });
};

/** Checks that a disk can be written to: PGlite hangs forever when it cannot. @throws DatabaseUnavailableError */
export const checkDisk = async (directory: string): Promise<void> => {
  await touch(directory).catch((cause: unknown) => {
    throw new DatabaseUnavailableError(cause, 'The database cannot write');
  });
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  const reason = `the disk of ${directory} is full: less than ${LEAST_FREE_BYTES / 1024 / 1024} MB are free`;
  throw new DatabaseUnavailableError(new Error(reason), 'The database cannot write');
};

const failure = v.object({ severity: v.optional(v.string()), name: v.optional(v.string()) });

/** Whether PGlite crashed: it would never answer the next query. */
const isFatal = (error: unknown): boolean => {
  const { severity = '', name = '' } = v.parse(v.fallback(failure, {}), error);
  return ['PANIC', 'FATAL'].includes(severity) || ['RuntimeError', 'ExitStatus'].includes(name);
};

type Pglite = Pick<PGlite, 'query' | 'close'>;

interface PgliteOptions {
  /** Rejects while PGlite must not be used. */
  check?: (() => Promise<void>) | undefined;
  /** Opens the same files again, as after a crash. */
  reopen?: () => Promise<Pglite>;
}

/** Lends PGlite's one connection to one caller at a time, in turn. If it fails, the next one gets a new one. */
export const pgliteConnections = (
  first: Pglite,
  { check = async () => {}, reopen = async () => first }: PgliteOptions = {},
): Connections => {
  let pglite = first;
  let failed: DatabaseUnavailableError | undefined;
  const takeTurn = createTurns();

  const recover = async () => {
    await check();
    pglite = await reopen();
    failed = undefined;
  };

  const query = async (sql: string, parameters: unknown[]) => {
    if (failed) throw new DatabaseUnavailableError(failed);
    if (!ENDINGS.includes(sql)) await check();
    const { rows, affectedRows = 0 } = await pglite.query(sql, parameters).catch((error: unknown) => {
      if (!isFatal(error)) throw error;
      failed = new DatabaseUnavailableError(error);
      throw failed;
    });
    return { rows, rowCount: affectedRows };
  };

  return {
    connect: async () => {
      const end = await takeTurn();
      if (failed)
        await recover().catch((error: unknown) => {
          end();
          throw error;
        });
      return { query, release: end };
    },
    // After a failure, `close` would never resolve.
    end: async () => {
      if (!failed) await pglite.close();
    },
  };
};
