import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import * as v from 'valibot';
import { adminAddress, isListening } from '../admin/admin-socket';
import { lockDirectory } from './directory-lock';
import { migrations } from './migrations';
import { pgliteDialect } from './pglite-dialect';
import type { Tables } from './schema';

/** The portal's database. */
export type Database = Kysely<Tables>;

/** Without a time limit, every request would wait for a server that never answers. */
const CONNECTION_TIMEOUT_MS = 5_000;

/** An error of PostgreSQL or the network, or one of PGlite's file system, which is not an Error. */
const databaseError = v.object({
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  errno: v.optional(v.number()),
});

const reasonOf = (cause: unknown) => {
  const { message, code, errno } = v.parse(v.fallback(databaseError, {}), cause);
  return message || code || `file system error ${errno}`;
};

/** The database cannot be opened. */
class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  constructor(advice: string, cause: unknown) {
    super(`The database cannot be opened: ${reasonOf(cause)}. ${advice}`, { cause });
  }
}

/**
 * Opens the database and migrates it.
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

const openPostgres = async (url: string) => {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  // The pool replaces idle connections that break; without a listener, the error would end the process.
  pool.on('error', () => {});
  const database: Database = new Kysely({ dialect: new PostgresDialect({ pool }) });
  await migrate(database).catch(async (cause: unknown) => {
    await database.destroy();
    throw new DatabaseUnavailableError('Check DATABASE_URL and the log of PostgreSQL.', cause);
  });
  return { database, close: () => database.destroy() };
};

const openEmbedded = async (dataDir: string) => {
  const directory = join(dataDir, 'database');
  const address = adminAddress(dataDir);
  const unlock = await lockDirectory(directory, async () => Boolean(address && (await isListening(address))));
  const database = await openPglite(new PGlite(directory)).catch(async (cause: unknown) => {
    await unlock();
    throw new DatabaseUnavailableError(
      `Check that ${directory} is writable and its disk has free space.`,
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

/** Opens PGlite without a lock on its directory. */
export const openPglite = async (pglite: PGlite): Promise<Database> => {
  const database: Database = new Kysely({ dialect: pgliteDialect(pglite) });
  await migrate(database);
  return database;
};

/** Kysely's migrator takes an advisory lock, so replicas that start together migrate once. */
const migrate = async (database: Database) => {
  const { error } = await new Migrator({ db: database, provider: migrations }).migrateToLatest();
  if (error) throw error;
};

/** Resolves when the database answers, rejects with the reason when it does not. */
export const databaseAnswers = async (database: Database): Promise<object> => {
  await sql`select 1`.execute(database);
  return {};
};
