import type { Portal } from '../config/keys';
import { workWhileListening } from '../http/worker';
import type { App, Routes } from '../http/validation';
import { createAcumatica } from './acumatica/acumatica';
import type { ClientOptions } from './acumatica/client';
import type { Mapping } from './acumatica/mapping';
import { pushRoutes } from './acumatica/push-routes';
import { erpStore } from './erp-store';
import { createSynchronization, type Synchronization } from './synchronize';

/** How soon another replica's notification is noticed. */
const ROUND_MS = 2_000;

/** The connector that the environment configures, with its session in the database. */
export const createConnector = (
  { config: { acumatica: settings }, database, keys }: Portal,
  mapping: Mapping,
  options: Pick<ClientOptions, 'stopping' | 'now' | 'wait'>,
) => {
  if (!settings) throw new Error('ACUMATICA_URL is not set.');
  const store = erpStore(database);
  const keeper: ClientOptions['keeper'] = {
    read: async () => keys.erp.unseal((await store.read())?.session ?? '', 'session'),
    save: async (session) =>
      void (await store.set({ session: session && keys.erp.seal(session, 'session') })),
  };
  return createAcumatica({ settings, mapping, keeper, ...options });
};

interface Erp extends Portal, Pick<Synchronization, 'audit'> {
  mapping: Mapping;
  onError: (error: unknown) => void;
}

/** Synchronizes with the ERP while the app listens. */
export const runErp = (app: App, { mapping, onError, audit, ...portal }: Erp) => {
  const { config, database, keys } = portal;
  const stopping = new AbortController();
  const synchronization = createSynchronization({
    database,
    connector: createConnector(portal, mapping, { stopping: stopping.signal }),
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
