import type { Config } from './config';
import { type Database, openDatabase } from './database/connect';
import { startEmbedded } from './embedded-database';

/** Who answers the nine calls: this server from its database, or the one that API_UPSTREAM names. */
export type Backend = { database: Database; upstream?: undefined } | { upstream: URL; database?: undefined };

interface OpenBackend {
  backend: Backend;
  /** Whether there are demo customers to sign in as. */
  hasDemo: boolean;
  close: () => Promise<void>;
}

const openEmbeddedBackend = async (config: Config): Promise<OpenBackend> => {
  const { database, close } = await openDatabase(config);
  const embedded = await startEmbedded(database, config).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const closeBoth = () => embedded.close().then(close);
  return { backend: { database }, hasDemo: embedded.hasDemo, close: closeBoth };
};

/**
 * Opens what the configuration names: an upstream needs nothing, PostgreSQL a connection, and the embedded database
 * comes with demo customers and a socket for commands.
 */
export const openBackend = async (config: Config): Promise<OpenBackend> => {
  if (config.apiUpstream)
    return { backend: { upstream: config.apiUpstream }, hasDemo: false, close: async () => {} };
  if (!config.databaseUrl) return openEmbeddedBackend(config);
  const { database, close } = await openDatabase(config);
  return { backend: { database }, hasDemo: false, close };
};
