import { join } from 'node:path';
import { defineVerb, JSON_ARG, UsageError } from '@portal/cli';
import type { Config } from '../config';
import { connectDatabase } from '../database/connect';
import { copyEmbedded } from '../database/copy-embedded';
import { readSchema, type Schema } from '../database/migrate';
import { findOtherKey } from '../keys';
import { configOf, hasDatabase, requireOwnDatabase } from './run';

const statusText = ({ executed, pending, newer }: Schema): string => {
  const stateOf = (name: string) => (newer.includes(name) ? 'newer' : 'executed');
  const lines = [
    ...executed.map((name) => [name, stateOf(name)]),
    ...pending.map((name) => [name, 'pending']),
  ];
  const width = Math.max(...lines.map(([name = '']) => name.length));
  return lines.map(([name = '', state]) => `${name.padEnd(width)}  ${state}`).join('\n');
};

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
  const secretKeyFile = await findOtherKey(config);
  return { ...(await copyEmbedded({ dataDir, databaseUrl })), dataDir, secretKeyFile };
};

export const copiedText = ({
  copied,
  dataDir,
  secretKeyFile,
}: Awaited<ReturnType<typeof copyFromEmbedded>>): string => {
  const nameWidth = Math.max(...copied.map(({ table }) => table.length));
  const countWidth = Math.max(...copied.map(({ rows }) => String(rows).length));
  const key = secretKeyFile
    ? `Set SECRET_KEY to the content of ${secretKeyFile}, unless the portal already had a SECRET_KEY.`
    : 'Keep the SECRET_KEY that the portal had.';
  return [
    ...copied.map(({ table, rows }) => `${table.padEnd(nameWidth)}  ${String(rows).padStart(countWidth)}`),
    '',
    `All rows are in PostgreSQL. ${dataDir} still has them, too.`,
    'Next:',
    `1. ${key}`,
    '2. Start the portal with this DATABASE_URL, and check it: pnpm portal doctor',
    `3. Delete ${join(dataDir, 'database')}, so that no portal starts on the old rows.`,
  ].join('\n');
};

export const migrateVerb = defineVerb({
  name: 'migrate',
  description:
    "Bring the database to this version's schema, before servers with MIGRATE_ON_START=false start.",
  examples: ['migrate --status', 'migrate', 'migrate --from-embedded'],
  args: {
    status: {
      type: 'boolean',
      default: false,
      description: 'list the migrations, change nothing; exit code 1 if some are pending',
    },
    'from-embedded': {
      type: 'boolean',
      default: false,
      description: 'copy the embedded database in DATA_DIR to the empty PostgreSQL at DATABASE_URL',
    },
    ...JSON_ARG,
  },
  run: async ({ status, 'from-embedded': fromEmbedded }, io) => {
    if (status && fromEmbedded)
      throw new UsageError('Use either --status, which changes nothing, or --from-embedded.');
    const config = configOf(io);
    requireOwnDatabase(config, 'Unset API_UPSTREAM to migrate a database.');
    if (fromEmbedded) {
      const copy = await copyFromEmbedded(config);
      return { data: copy, text: copiedText(copy) };
    }
    const data = await migrateOrLook(config, status);
    const { migrated, pending, newer } = data;
    return {
      data,
      text: status ? statusText(data) : migratedText(migrated),
      warnings:
        newer.length > 0
          ? [
              `a newer version of the portal executed ${newer.join(', ')}; this version works with that schema`,
            ]
          : [],
      ...(pending.length > 0 && { exitCode: 1 as const }),
    };
  },
});
