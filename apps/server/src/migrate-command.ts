import { parseArgs } from 'node:util';
import { requireOwnDatabase } from './admin/run-in-portal-or-here';
import { runCommand } from './command';
import type { Config } from './config';
import { connectDatabase } from './database/connect';
import { readSchema } from './database/migrate';

/**
 * The process behind `portal migrate`: `[--status]`. Prints the migrations as JSON; with `--status`, it only looks, and
 * exit code 1 means that some are pending.
 */

const migrateOrLook = async (config: Config, onlyLook: boolean) => {
  requireOwnDatabase(config, 'Unset API_UPSTREAM to migrate a database.');
  const { database, migrateNow, close } = await connectDatabase({ ...config, isPatient: true });
  try {
    const migrated = onlyLook ? [] : await migrateNow();
    return { migrated, ...(await readSchema(database)) };
  } finally {
    await close();
  }
};

await runCommand(process.env, async (config) => {
  const { values } = parseArgs({ options: { status: { type: 'boolean', default: false } } });
  const result = await migrateOrLook(config, values.status);
  console.log(JSON.stringify(result));
  return result.pending.length > 0 ? 1 : 0;
});
