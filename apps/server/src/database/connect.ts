import { join } from 'node:path';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { adminAddress } from '../admin/admin-address';
import { isListening } from '../admin/admin-socket';
import { DatabaseUnavailableError } from './database-unavailable-error';
import { lockDirectory } from './directory-lock';
import { migrations } from './migrations';
import { pgliteDialect } from './pglite-dialect';
import type { Tables } from './schema';

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
