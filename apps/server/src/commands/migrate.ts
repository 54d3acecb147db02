import { join } from 'node:path';
import { UsageError, type Io, type Report } from '@portal/cli';
import type { Config } from '../config/config';
import { connectDatabase } from '../database/connect';
import { copyEmbedded } from '../database/copy-embedded';
import { readSchema, type Schema } from '../database/migrate';
import { configOf, hasDatabase, requireOwnDatabase } from './run';

const statusText = ({ executed, pending, newer }: Schema): string =>
  [
    ...executed.map((name) => `${name}  ${newer.includes(name) ? 'newer' : 'executed'}`),
    ...pending.map((name) => `${name}  pending`),
  ].join('\n');

const migratedText = (migrated: readonly string[]): string =>
  migrated.length > 0 ? `executed ${migrated.join(', ')}` : 'nothing to do: no migration is pending';

const migrateOrLook = async (config: Config, onlyLook: boolean) => {
  const { database, migrateNow, close } = await connectDatabase({ ...config, isPatient: true });
  try {
    const migrated = onlyLook ? [] : await migrateNow();
    return { migrated, ...(await readSchema(database)) };
  } finally {
    await close();
  }
};

const copyFromEmbedded = async (config: Config) => {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl)
    throw new UsageError(
      'DATABASE_URL is missing: it says where the rows of the embedded database go. Set it to an empty PostgreSQL database.',
    );
  if (!(await hasDatabase({ databaseUrl: undefined, dataDir })))
    throw new UsageError(`There is no database in ${dataDir}. Set DATA_DIR as for the portal.`);
  return { ...(await copyEmbedded({ dataDir, databaseUrl })), dataDir };
};

const copiedText = ({ copied, dataDir }: Awaited<ReturnType<typeof copyFromEmbedded>>): string => {
  return [
    ...copied.map(({ table, rows }) => `${table.padEnd(16)}${String(rows).padStart(8)}`),
    '',
    `All rows are in PostgreSQL. ${dataDir} still has them, too.`,
    'Next:',
    `1. Keep the SECRET_KEY that the portal had, or set it to the content of ${join(dataDir, 'secret.key')}.`,
    '2. Start the portal with this DATABASE_URL, and check it: pnpm portal doctor',
    `3. Delete ${join(dataDir, 'database')}, so that no portal starts on the old rows.`,
  ].join('\n');
};

const databaseConfigOf = (io: Io): Config => {
  const config = configOf(io);
  requireOwnDatabase(config, 'Unset API_UPSTREAM to migrate a database.');
  return config;
};

/** Copies the embedded database into an empty PostgreSQL. */
export const moveFromEmbedded = async (io: Io): Promise<Report> => {
  const data = await copyFromEmbedded(databaseConfigOf(io));
  return { data, text: copiedText(data) };
};

/** Executes the pending migrations. @param status whether to list them only */
export const migrate = async (status: boolean, io: Io): Promise<Report> => {
  const data = await migrateOrLook(databaseConfigOf(io), status);
  const { migrated, pending, newer } = data;
  const warning = `a newer version of the portal executed ${newer.join(', ')}; this version works with that schema`;
  return {
    data,
    text: status ? statusText(data) : migratedText(migrated),
    warnings: newer.length > 0 ? [warning] : [],
    ...(pending.length > 0 && { exitCode: 1 as const }),
  };
};
