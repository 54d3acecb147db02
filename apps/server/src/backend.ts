import type { Config } from './config';
import { type Database, openDatabase } from './database/connect';
import type { PoolState } from './database/dialect';
import { openEmbeddedDatabase } from './embedded-database';

/** Who answers the calls: this server from its database, or the server at API_UPSTREAM. */
export type Backend =
  | { database: Database; pool?: (() => PoolState) | undefined; upstream?: undefined }
  | { upstream: URL; database?: undefined; pool?: undefined };

interface OpenBackend {
  backend: Backend;
  /** Whether there are demo customers to sign in as. */
  hasDemo: boolean;
  /** Migrations in the database that a newer version of the portal executed. */
  newerMigrations: readonly string[];
  close: () => Promise<void>;
}

/** Opens the backend that the configuration names: an upstream, PostgreSQL, or the embedded database. */
export const openBackend = async (config: Config): Promise<OpenBackend> => {
  if (config.apiUpstream)
    return {
      backend: { upstream: config.apiUpstream },
      hasDemo: false,
      newerMigrations: [],
      close: async () => {},
    };
  if (!config.databaseUrl) {
    const { database, ...opened } = await openEmbeddedDatabase(config);
    return { backend: { database }, ...opened };
  }
  const { database, pool, ...opened } = await openDatabase(config);
  return { backend: { database, pool }, hasDemo: false, ...opened };
};
