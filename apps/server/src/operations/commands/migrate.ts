import { join } from 'node:path';
import { UsageError, type Io, type Report } from '@portal/cli';
import type { Config } from '../../platform/config/config';
import { connectDatabase } from '../../platform/database/connect';
import { copyEmbedded } from '../../platform/database/copy-embedded';
import { readSchema, type Schema } from '../../platform/database/migrate';
import { tableText } from './records';
import { configOf } from './operator';
import { hasDatabase } from './run';

/** What the pending migrations cost whoever goes back after them. */
const costText = ({ executed, pending, requires, willRequire }: Schema): string[] => {
  if (executed.length === 0 || pending.length === 0) return [];
  return willRequire === requires
    ? [`Going back needs no backup: with ${pending.join(', ')}, version ${requires} and later go on working.`]
    : [
        `Going back needs the backup from before: with ${pending.join(', ')}, no version before ${willRequire} works. Stop the servers of such a version first.`,
      ];
};

const statusText = (schema: Schema): string =>
  [
    ...schema.executed.map((name) => `${name}  ${schema.newer.includes(name) ? 'newer' : 'executed'}`),
    ...schema.pending.map((name) => `${name}  pending`),
    ...costText(schema),
  ].join('\n');

const migratedText = (migrated: readonly string[]): string =>
  migrated.length > 0 ? `executed ${migrated.join(', ')}` : 'nothing to do: no migration is pending';

/** @param announce is told the cost before anything changes; absent: only look */
const migrateOrLook = async (config: Config, announce?: (cost: string) => void) => {
  const { database, migrateNow, close } = await connectDatabase({ ...config, isPatient: true });
  try {
    const before = await readSchema(database);
    if (!announce || before.ahead?.works === false) return { migrated: [], ...before };
    costText(before).forEach(announce);
    return { migrated: await migrateNow(), ...(await readSchema(database)) };
  } finally {
    await close();
  }
};

/** Copies the embedded database into an empty PostgreSQL. */
export const moveFromEmbedded = async (io: Io): Promise<Report> => {
  const { dataDir, databaseUrl } = configOf(io);
  if (!databaseUrl)
    throw new UsageError(
      'DATABASE_URL is missing: it says where the rows of the embedded database go. Set it to an empty PostgreSQL database.',
    );
  if (!hasDatabase({ databaseUrl: undefined, dataDir }))
    throw new UsageError(`There is no database in ${dataDir}. Set DATA_DIR as for the portal.`);
  const data = { ...(await copyEmbedded({ dataDir, databaseUrl })), dataDir };
  const text = [
    tableText(data.copied),
    '',
    `All rows are in PostgreSQL. ${dataDir} still has them, too.`,
    'Next:',
    `1. Keep the SECRET_KEY that the portal had, or set it to the content of ${join(dataDir, 'secret.key')}.`,
    '2. Start the portal with this DATABASE_URL, and check it: pnpm portal doctor',
    `3. Delete ${join(dataDir, 'database')}, so that no portal starts on the old rows.`,
  ].join('\n');
  return { data, text };
};

/** Executes the pending migrations. @param status whether to list them only */
export const migrate = async (status: boolean, io: Io): Promise<Report> => {
  const announce = (cost: string) => void io.stderr.write(`${cost}\n`);
  const data = await migrateOrLook(configOf(io), status ? undefined : announce);
  const { migrated, pending, ahead } = data;
  return {
    data,
    text: status ? statusText(data) : migratedText(migrated),
    warnings: ahead ? [ahead.sentence] : [],
    ...((pending.length > 0 || ahead?.works === false) && { exitCode: 1 as const }),
  };
};
