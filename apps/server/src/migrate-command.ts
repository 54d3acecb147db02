import { parseArgs } from 'node:util';
import { runCommand } from './command';
import type { Config } from './config';
import { connectDatabase } from './database/connect';
import { readSchema } from './database/migrate';

/**
 * The process behind `portal migrate`: `[--status]`. Prints the migrations as JSON; with `--status`, it only looks, and
 * exit code 1 means that some are pending.
 */

/** API_UPSTREAM is set, so this portal has no database. */
class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';

  constructor() {
    super('API_UPSTREAM is set, so this portal has no database. Unset it to migrate one.');
  }
}

const migrateOrLook = async (config: Config, onlyLook: boolean) => {
  if (config.apiUpstream) throw new NoDatabaseError();
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
