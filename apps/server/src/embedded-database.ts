import { buildAdminApp } from './admin/admin-app';
import { adminAddress, listenToCommands } from './admin/admin-socket';
import type { Config } from './config';
import { openDatabase, type Database } from './database/connect';
import { loadDemo } from './demo/load-demo';

/** Loads the demo customers, and listens for commands on the admin socket. */
const start = async (database: Database, config: Config) => {
  const hasDemo = await loadDemo(database, new Date());
  const admin = buildAdminApp(database, config);
  const address = adminAddress(config.dataDir);
  if (address) await listenToCommands(admin, address);
  return { hasDemo, admin };
};

/** Opens the embedded database with its extras: demo customers, and a socket for commands on this machine. */
export const openEmbeddedDatabase = async (config: Config) => {
  const { database, newerMigrations, close } = await openDatabase(config);
  const { hasDemo, admin } = await start(database, config).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { database, hasDemo, newerMigrations, close: () => admin.close().then(close) };
};
