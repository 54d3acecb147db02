import { buildAdminApp } from './admin/admin-app';
import { adminAddress, listenToCommands } from './admin/admin-socket';
import type { Config } from './config';
import type { Database } from './database/connect';
import { loadDemo } from './demo/load-demo';

/** What only a portal on the embedded database has: demo customers, and a socket for commands of this machine. */
export const startEmbedded = async (database: Database, { dataDir }: Pick<Config, 'dataDir'>) => {
  const hasDemo = await loadDemo(database, new Date());
  const admin = buildAdminApp(database);
  const address = adminAddress(dataDir);
  if (address) await listenToCommands(admin, address);
  return { hasDemo, close: () => admin.close() };
};
