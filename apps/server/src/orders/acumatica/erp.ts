import type { Config } from '../../platform/config/config';
import type { Key } from '../../platform/crypto/secrets';
import type { Database } from '../../platform/database/connect';
import { workWhileListening } from '../../platform/jobs/worker';
import type { Routes } from '../../platform/http/validation';
import type { OpenOrderSource, OrderSource } from '../order-source';
import { createAcumatica, type Acumatica } from './acumatica';
import type { ClientOptions } from './client';
import { readMapping } from './mapping';
import { pushRoutes } from './push-routes';
import { erpStore } from './erp-store';
import { createSynchronization } from './synchronize';

/** How soon another replica's notification is noticed. */
const ROUND_MS = 2_000;

/** Opens the ERP that the environment configures. */
export type OpenConnector = (options: Omit<ClientOptions, 'settings'>) => Acumatica;

/** Reads how to open the ERP of the environment; undefined without one. @throws ConfigError about ACUMATICA_MAPPING */
export const readErp = async ({ acumatica: settings }: Config): Promise<OpenConnector | undefined> => {
  if (!settings) return undefined;
  const mapping = await readMapping(settings.mappingFile);
  return (options) => createAcumatica({ settings, mapping, ...options });
};

/** Keeps the session in the ERP, encrypted, in the database. */
export const sessionKeeper = (database: Database, key: Key): ClientOptions['keeper'] => {
  const store = erpStore(database);
  return {
    read: async () => key.unseal((await store.read())?.session ?? '', 'session'),
    save: async (session) => void (await store.set({ session: session && key.seal(session, 'session') })),
  };
};

/** Synchronizes with the ERP while the app listens. */
const runErp =
  (openConnector: OpenConnector): OrderSource['run'] =>
  (app, { config, database, keys, onError, audit }) => {
    const stopping = new AbortController();
    const synchronization = createSynchronization({
      database,
      acumatica: openConnector({ keeper: sessionKeeper(database, keys.erp), stopping: stopping.signal }),
      key: keys.erp,
      country: config.sms.countries?.[0] ?? 'US',
      log: app.log,
      audit,
      stopping: stopping.signal,
    });
    const worker = workWhileListening(app, { run: synchronization.round, everyMs: ROUND_MS, onError });
    app.addHook('onClose', async () => {
      stopping.abort();
      await worker.stop();
      await synchronization.stop();
    });

    const token = config.acumatica?.pushToken;
    const routes: Routes<object> = async (scope) => {
      if (token) scope.register(pushRoutes, { token, database, wake: worker.wake });
    };
    return { routes, freshAt: synchronization.freshAt };
  };

/** The ERP of the environment, as a source of orders. */
export const openErp: OpenOrderSource = async (config) => {
  const openConnector = await readErp(config);
  return (
    openConnector && {
      name: 'acumatica',
      readFreshAt: async (database) => (await erpStore(database).read())?.fresh_at ?? null,
      run: runErp(openConnector),
    }
  );
};
