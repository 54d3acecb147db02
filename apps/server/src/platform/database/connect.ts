import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import { dialectOf, type Connections } from './dialect';
import {
  DatabaseDamagedError,
  DatabaseRefusedError,
  DatabaseUnavailableError,
  isUnavailable,
  nameRefusal,
} from './faults';
import { migrate, readSchema } from './migrate';
import { checkDisk, pgliteConnections } from './pglite';
import { holdDirectory } from './one-process';
import { postgresPool, type PostgresOptions } from './postgres';
import type { Tables } from './schema';

/** The portal's database. */
export type Database = Kysely<Tables>;

/** A newer version of the portal changed the schema in a way that this version does not survive. */
class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';
  readonly kind = 'usage';
}

/** The schema lacks migrations, and this process must not execute them. */
export class SchemaOutdatedError extends Error {
  override readonly name = 'SchemaOutdatedError';
  readonly kind = 'usage';
}

export interface DatabaseOptions extends Omit<PostgresOptions, 'databaseUrl'> {
  /** PostgreSQL; absent: PGlite in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Whether to migrate an older schema; false: an operator does. */
  migrateOnStart?: boolean;
}

/** Kysely on these connections, without a schema. */
export const databaseOn = (connections: Connections): Database =>
  new Kysely({ dialect: dialectOf(connections) });

/**
 * Opens the database with this version's schema.
 * @throws DirectoryInUseError, DatabaseUnavailableError, DatabaseRefusedError, DatabaseDamagedError, SchemaOutdatedError,
 *   SchemaTooNewError
 */
export const openDatabase = async (options: DatabaseOptions) => {
  const { migrateNow, ...opened } = await connectDatabase(options);
  const { database, close } = opened;
  try {
    const { pending, ahead } = await readSchema(database);
    if (ahead?.works === false) throw new SchemaTooNewError(ahead.sentence);
    if (pending.length > 0 && options.migrateOnStart === false)
      throw new SchemaOutdatedError(
        `The schema of the database is older than this version of the portal: ${pending.join(', ')} missing. Run \`pnpm portal migrate\`, or unset MIGRATE_ON_START.`,
      );
    if (pending.length > 0) await migrateNow();
    return { ...opened, newerSchema: ahead?.sentence };
  } catch (error) {
    await close();
    throw nameRefusal(error) ?? error;
  }
};

/** Opens the database as it is: neither checks nor migrates its schema. */
export const connectDatabase = ({ databaseUrl, dataDir, ...options }: DatabaseOptions) =>
  databaseUrl ? connectPostgres({ databaseUrl, ...options }) : openEmbedded(dataDir);

const connectPostgres = async (options: PostgresOptions) => {
  const pool = postgresPool(options);
  const database = databaseOn(pool);
  await requireUtf8(database).catch(async (cause: unknown) => {
    await database.destroy();
    throw nameRefusal(cause) ?? cannotOpen(cause, 'Check DATABASE_URL and the log of PostgreSQL.');
  });
  const migrateNow = async () => {
    const patient = databaseOn(postgresPool({ ...options, poolSize: 1, isPatient: true }));
    return migrate(patient).finally(() => patient.destroy());
  };
  // Commands open PostgreSQL themselves.
  const serve: (listener: RequestListener) => void = () => {};
  return { database, pool, migrateNow, serve, close: () => database.destroy() };
};

const openEmbedded = async (dataDir: string) => {
  const directory = join(dataDir, 'database');
  const { serve, drain, release } = await holdDirectory(dataDir);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await checkDisk(directory);
    requireWhole(directory);
    const check = () => checkDisk(directory);
    const reopen = () => PGlite.create(directory);
    const database = databaseOn(pgliteConnections(await reopen(), { check, reopen }));
    return {
      database,
      pool: undefined,
      migrateNow: () => migrate(database),
      serve,
      close: async () => {
        await drain();
        await database.destroy();
        await release();
      },
    };
  } catch (cause) {
    await release();
    throw isUnavailable(cause)
      ? cannotOpen(cause, `Check that ${directory} is writable and its disk has free space.`)
      : new DatabaseDamagedError(directory, cause);
  }
};

/** PGlite takes a directory without PG_VERSION for an empty one, and would overwrite the database in it. */
const requireWhole = (directory: string) => {
  const has = (file: string) => existsSync(join(directory, file));
  if (has('global/pg_control') && !has('PG_VERSION')) throw new Error('PG_VERSION is missing');
};

const cannotOpen = (cause: unknown, advice: string) =>
  new DatabaseUnavailableError(cause, 'The database cannot be opened', advice);

/** @throws DatabaseRefusedError when the database cannot store every character */
const requireUtf8 = async (database: Database) => {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database);
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  const advice = `Create one (create database portal template template0 encoding 'UTF8'), move the data with pg_dump, and name it in DATABASE_URL.`;
  throw new DatabaseRefusedError(`The encoding of the database is ${encoding} and must be UTF8. ${advice}`);
};

/** Resolves when the database answers and accepts changes, rejects with the reason when it does not. */
export const databaseAnswers = async (database: Database): Promise<object> => {
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(database);
  if (rows[0]?.setting === 'on') throw new DatabaseUnavailableError({ message: 'it is read-only' });
  return {};
};

/** Executes work in a transaction, perhaps one that is open already; again, if PostgreSQL rolled it back for a conflict or a deadlock with another one. */
export const transact = async <Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
  attempts = 3,
): Promise<Result> => {
  if (database.isTransaction) return work(database);
  try {
    return await database.transaction().execute(work);
  } catch (error) {
    const isConflict = error instanceof DatabaseUnavailableError && /^(40001|40P01)$/.test(error.code);
    if (attempts > 1 && isConflict) return transact(database, work, attempts - 1);
    throw error;
  }
};
