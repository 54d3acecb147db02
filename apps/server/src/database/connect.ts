import * as v from 'valibot';
import { join } from 'node:path';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { adminAddress, isListening } from '../admin/admin-socket';
import { lockDirectory } from './directory-lock';
import { migrations } from './migrations';
import { pgliteDialect } from './pglite-dialect';
import type { Tables } from './schema';

/** An error of PostgreSQL or of the network, or PGlite's of its file system, which is no Error. */
const told = v.object({
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  errno: v.optional(v.number()),
});

const reasonOf = (cause: unknown) => {
  const { message, code, errno } = v.parse(v.fallback(told, {}), cause);
  return message || code || `file system error ${errno}`;
};

/** The database cannot be opened. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  /** @param advice what to look at */
  constructor(advice: string, cause: unknown) {
    super(`The database cannot be opened: ${reasonOf(cause)}. ${advice}`, { cause });
  }
}

/** The portal's database: queries go through it, `destroy` closes it. */
export type Database = Kysely<Tables>;

/**
 * Opens the database and brings its tables up to date.
 * @param databaseUrl PostgreSQL; absent: PGlite in `dataDir`
 * @returns the database and the function that closes it
 * @throws DirectoryInUseError when another process has the embedded database open; DatabaseUnavailableError
 */
export const openDatabase = async ({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
}) => (databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir));

/** Without an end, a server that is unreachable but not refused would make every request wait; in milliseconds. */
const connectionTimeout = 5_000;

const openPostgres = async (url: string) => {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: connectionTimeout });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const database: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  await migrate(database).catch(async (cause: unknown) => {
    await database.destroy();
    throw new DatabaseUnavailableError('Look at DATABASE_URL, and at the log of PostgreSQL.', cause);
  });
  return { database, close: () => database.destroy() };
};

const openEmbedded = async (dataDir: string) => {
  const directory = join(dataDir, 'database');
  const address = adminAddress(dataDir);
  const unlock = await lockDirectory(directory, async () => Boolean(address && (await isListening(address))));
  const database = await openPglite(directory).catch(async (cause: unknown) => {
    await unlock();
    throw new DatabaseUnavailableError(
      `Look whether ${directory} can be written and its disk has space.`,
      cause,
    );
  });
  return {
    database,
    close: async () => {
      await database.destroy();
      await unlock();
    },
  };
};

/** PGlite without a lock on its directory: for `memory://`. */
export const openPglite = async (directory: string): Promise<Database> => {
  const database: Database = new Kysely({ dialect: pgliteDialect(directory) });
  await migrate(database);
  return database;
};

/** Kysely's migrator holds an advisory lock, so replicas that start together migrate once. */
const migrate = async (database: Database) => {
  const { error } = await new Migrator({ db: database, provider: migrations }).migrateToLatest();
  if (error) throw error;
};

/** Resolves when the database answers, rejects with the reason when it does not. */
export const databaseAnswers = async (database: Database): Promise<object> => {
  await sql`select 1`.execute(database);
  return {};
};
