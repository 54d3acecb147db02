import type { Config } from '../config/config';
import { type Database, openDatabase } from '../database/connect';
import type { PoolState } from '../database/dialect';
import { loadDemo } from '../demo/load-demo';

/** Who answers the calls: this server from its database, or the server at API_UPSTREAM. */
export type Backend =
  | { database: Database; pool?: (() => PoolState) | undefined; upstream?: undefined }
  | { upstream: URL; database?: undefined; pool?: undefined };

/** Opens the backend that the configuration names: an upstream, PostgreSQL, or the embedded database with its demo. */
export const openBackend = async (config: Config) => {
  if (config.apiUpstream)
    return {
      backend: { upstream: config.apiUpstream },
      hasDemo: false,
      newerMigrations: [],
      serve: undefined,
      close: async () => {},
    };
  const { database, pool, ...opened } = await openDatabase(config);
  try {
    const hasDemo = !config.databaseUrl && (await loadDemo(database, new Date()));
    return { backend: { database, pool }, hasDemo, ...opened };
  } catch (error) {
    await opened.close();
    throw error;
  }
};
