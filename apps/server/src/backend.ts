import type { Config } from './config';
import { type Database, openDatabase } from './database/connect';
import { openEmbeddedDatabase } from './embedded-database';

/** Who answers the calls: this server from its database, or the server at API_UPSTREAM. */
export type Backend = { database: Database; upstream?: undefined } | { upstream: URL; database?: undefined };

interface OpenBackend {
  backend: Backend;
  /** Whether there are demo customers to sign in as. */
  hasDemo: boolean;
  close: () => Promise<void>;
}

/** Opens the backend that the configuration names: an upstream, PostgreSQL, or the embedded database. */
export const openBackend = async (config: Config): Promise<OpenBackend> => {
  if (config.apiUpstream)
    return { backend: { upstream: config.apiUpstream }, hasDemo: false, close: async () => {} };
  if (!config.databaseUrl) {
    const { database, hasDemo, close } = await openEmbeddedDatabase(config);
    return { backend: { database }, hasDemo, close };
  }
  const { database, close } = await openDatabase(config);
  return { backend: { database }, hasDemo: false, close };
};
