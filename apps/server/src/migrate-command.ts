import { parseArgs } from 'node:util';
import { hasDatabase, NoDatabaseError, requireOwnDatabase } from './admin/run-in-portal-or-here';
import { runCommand, UsageError } from './command';
import type { Config } from './config';
import { connectDatabase } from './database/connect';
import { copyEmbedded } from './database/copy-embedded';
import { readSchema } from './database/migrate';
import { findOtherKey } from './keys';

/**
 * The process behind `portal migrate`: `[--status | --from-embedded]`. Prints the migrations as JSON; with `--status`, it
 * only looks, and exit code 1 means that some are pending. With `--from-embedded`, it copies the embedded database into
 * PostgreSQL, and prints the number of rows of each table.
 */

const migrateOrLook = async (config: Config, onlyLook: boolean) => {
  const { database, migrateNow, close } = await connectDatabase({ ...config, isPatient: true });
  try {
    const migrated = onlyLook ? [] : await migrateNow();
    return { migrated, ...(await readSchema(database)) };
  } finally {
    await close();
  }
};

const moveFromEmbedded = async (config: Config) => {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl)
    throw new UsageError(
      'DATABASE_URL is missing: it says where the rows of the embedded database go. Set it to an empty PostgreSQL database.',
    );
  if (!(await hasDatabase({ databaseUrl: undefined, dataDir })))
    throw new NoDatabaseError(`There is no database in ${dataDir}. Set DATA_DIR as for the portal.`);
  const secretKeyFile = await findOtherKey(config);
  return { ...(await copyEmbedded({ dataDir, databaseUrl })), dataDir, secretKeyFile };
};

await runCommand(process.env, async (config) => {
  const { values } = parseArgs({
    options: {
      status: { type: 'boolean', default: false },
      'from-embedded': { type: 'boolean', default: false },
    },
  });
  requireOwnDatabase(config, 'Unset API_UPSTREAM to migrate a database.');
  if (values['from-embedded']) {
    console.log(JSON.stringify(await moveFromEmbedded(config)));
    return 0;
  }
  const result = await migrateOrLook(config, values.status);
  console.log(JSON.stringify(result));
  return result.pending.length > 0 ? 1 : 0;
});
