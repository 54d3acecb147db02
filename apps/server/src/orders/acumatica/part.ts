import type { Config } from '../../platform/config/config';
import type { Key } from '../../platform/crypto/secrets';
import type { Database } from '../../platform/database/connect';
import type { Routes } from '../../platform/http/validation';
import { workWhileListening } from '../../platform/jobs/worker';
import type { OpenOrderSource, OrderSource } from '../order-source';
import { createAcumatica } from './acumatica';
import { checkErp, checkErpState } from './check';
import type { ClientOptions } from './client';
import { erpStore } from './erp-store';
import { readMapping, type Mapping } from './mapping';
import { pushRoutes } from './push-routes';
import { createSynchronization } from './synchronize';
import { acumaticaVariables } from './variables';

/** How soon another replica's notification is noticed. */
const ROUND_MS = 2_000;

/** Keeps the session in the ERP, encrypted, in the database. */
export const sessionKeeper = (database: Database, key: Key): ClientOptions['keeper'] => {
  const store = erpStore(database);
  return {
    read: async () => key.unseal((await store.read())?.session ?? '', 'session'),
    save: async (session) => void (await store.set({ session: session && key.seal(session, 'session') })),
  };
};

/** Synchronizes with the ERP while the app listens. */
const synchronizeWith =
  (settings: NonNullable<Config['acumatica']>, mapping: Mapping): OrderSource['run'] =>
  (app, { config, database, keys, onError, audit }) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const keeper = sessionKeeper(database, keys.erp);
    const synchronization = createSynchronization({
      database,
      acumatica: createAcumatica({ settings, mapping, keeper, stopping: signal }),
      key: keys.erp,
      country: config.sms.countries?.[0] ?? 'US',
      log: app.log,
      audit,
      stopping: signal,
    });
    const worker = workWhileListening(app, { run: synchronization.round, everyMs: ROUND_MS, onError });
    app.addHook('onClose', async () => {
      stopping.abort();
      await worker.stop();
      await synchronization.stop();
    });

    const { pushToken: token } = settings;
    const routes: Routes<object> = async (scope) => {
      if (token) scope.register(pushRoutes, { token, database, wake: worker.wake });
    };
    return { routes, freshAt: synchronization.freshAt };
  };

/** @throws ConfigError about ACUMATICA_MAPPING */
const orderSource: OpenOrderSource = async ({ acumatica: settings }) =>
  settings && {
    name: 'acumatica',
    readFreshAt: async (database) => (await erpStore(database).read())?.fresh_at ?? null,
    run: synchronizeWith(settings, await readMapping(settings.mappingFile)),
  };

/** Orders from Acumatica. */
export const acumatica = {
  name: 'acumatica',
  variables: acumaticaVariables,
  orderSource,
  check: ({ acumatica: settings }: Config) =>
    settings && { title: 'Acumatica', run: () => checkErp(settings) },
  checkRows: checkErpState,
};
