import * as v from 'valibot';
import { matching, oneOf, positive, safeUrl, text, timeZone, token } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { Config } from '../../platform/config/config';
import type { Findings } from '../../platform/config/finding';
import type { Routes } from '../../platform/http/validation';
import { DeliveryError } from '../../messages/message';
import { workWhileListening } from '../../platform/jobs/worker';
import type { OpenOrderSource, OrderSource } from '../order-source';
import { checkErp, checkErpState } from './check';
import { erpStore } from './erp-store';
import { erpFileCalls } from './file-routes';
import { readMapping, type Mapping } from './mapping';
import { pushRoutes } from './push-routes';
import { operatorsWork } from './operators-work';
import { ErpError } from './send';
import { createSynchronization } from './synchronize';

const FILES = ['none', 'events', 'all'] as const;

/** The ERP that orders come from, and how to sign in to it. */
const variables = defineVariables({
  entries: {
    ACUMATICA_URL: v.optional(safeUrl),
    ACUMATICA_ENDPOINT: v.optional(
      matching(/^[\w.-]+\/[\d.]+$/, 'must be a name and a version: Default/24.200.001'),
      'Default/24.200.001',
    ),
    ACUMATICA_TENANT: v.optional(text),
    ACUMATICA_BRANCH: v.optional(text),
    ACUMATICA_USER: v.optional(text),
    ACUMATICA_PASSWORD: v.optional(text),
    ACUMATICA_CLIENT_ID: v.optional(text),
    ACUMATICA_CLIENT_SECRET: v.optional(text),
    ACUMATICA_FILTER: v.optional(text),
    ACUMATICA_MAX_AGE_DAYS: v.optional(positive),
    ACUMATICA_MAPPING: v.optional(text),
    ACUMATICA_TIME_ZONE: v.optional(timeZone),
    ACUMATICA_MOST_REMOVED_PERCENT: v.optional(positive, '5'),
    ACUMATICA_FILES: v.optional(oneOf(FILES, `must be one of ${FILES.join(', ')}`), 'none'),
    ACUMATICA_PUSH_TOKEN: v.optional(token),
    ACUMATICA_REQUESTS_PER_MINUTE: v.optional(positive, '60'),
  },
  groups: [
    ['ACUMATICA_USER', 'ACUMATICA_PASSWORD'],
    ['ACUMATICA_CLIENT_ID', 'ACUMATICA_CLIENT_SECRET'],
  ],
  companions: [
    ['ACUMATICA_USER', 'ACUMATICA_URL', 'the address of the ERP'],
    ['ACUMATICA_CLIENT_ID', 'ACUMATICA_URL', 'the address of the ERP'],
    ['ACUMATICA_PUSH_TOKEN', 'ACUMATICA_URL', 'the address of the ERP'],
  ],
  settings: (env, { pathOf }) => ({
    acumatica: env.ACUMATICA_URL && {
      url: env.ACUMATICA_URL,
      endpoint: env.ACUMATICA_ENDPOINT,
      tenant: env.ACUMATICA_TENANT,
      branch: env.ACUMATICA_BRANCH,
      user: env.ACUMATICA_USER,
      password: env.ACUMATICA_PASSWORD,
      clientId: env.ACUMATICA_CLIENT_ID,
      clientSecret: env.ACUMATICA_CLIENT_SECRET,
      /** OData: which orders customers may see. */
      filter: env.ACUMATICA_FILTER,
      maxAgeDays: env.ACUMATICA_MAX_AGE_DAYS,
      /** Of the user's profile; absent: measured. */
      timeZone: env.ACUMATICA_TIME_ZONE,
      mostRemovedPercent: env.ACUMATICA_MOST_REMOVED_PERCENT,
      /** ACUMATICA_MAPPING, which `readMapping` reads. */
      mappingFile: env.ACUMATICA_MAPPING && pathOf(env.ACUMATICA_MAPPING),
      /** Which files customers get: none, those of activities, or those of orders, too. */
      files: env.ACUMATICA_FILES,
      pushToken: env.ACUMATICA_PUSH_TOKEN,
      requestsPerMinute: env.ACUMATICA_REQUESTS_PER_MINUTE,
    },
  }),
  faults: ({ acumatica }, { apiUpstream }) => [
    [
      acumatica !== undefined && apiUpstream !== undefined,
      'API_UPSTREAM has the orders itself: remove the ACUMATICA_ variables',
    ],
    [
      acumatica !== undefined && !acumatica.user && !acumatica.clientId,
      'ACUMATICA_URL needs ACUMATICA_CLIENT_ID and ACUMATICA_CLIENT_SECRET, or ACUMATICA_USER and ACUMATICA_PASSWORD',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

/** How soon another replica's notification is noticed. */
const ROUND_MS = 2_000;

/** Synchronizes with the ERP while the app listens. */
const synchronizeWith =
  (settings: NonNullable<Config['acumatica']>, mapping: Mapping): OrderSource['run'] =>
  (app, { onError, ...context }) => {
    const { config, database } = context;
    const stopping = new AbortController();
    const store = erpStore(database);
    const { signal } = stopping;
    const synchronization = createSynchronization({
      ...context,
      settings,
      mapping,
      log: app.log,
      stopping: signal,
    });
    const worker = workWhileListening(app, { run: synchronization.round, everyMs: ROUND_MS, onError });
    // Before others wait for what they asked of the ERP.
    app.addHook('preClose', async () => stopping.abort());
    app.addHook('onClose', async () => {
      await worker.stop();
      await synchronization.stop();
    });

    const { pushToken: token } = settings;
    const routes: Routes<object> = async (scope) => {
      if (token) scope.register(pushRoutes, { token, database, wake: worker.wake });
    };
    return {
      routes,
      ...(settings.files !== 'none' && {
        customerCalls: ({ requireCustomer }) =>
          erpFileCalls({ config, database, requireCustomer, wake: worker.wake }),
      }),
      freshAt: synchronization.freshAt,
      recordOf: async (orderNbr) => (await store.findShown([orderNbr]))[0]?.record ?? undefined,
      isLeading: synchronization.isLeading,
      takeAnswer: async (answer) => {
        if (!(await store.hasRecord(answer.record)))
          throw new DeliveryError('Acumatica no longer has the order.');
        return synchronization.acumatica.addAnswer(answer).catch((error: unknown) => {
          throw error instanceof ErpError ? new DeliveryError(error.message, { cause: error }) : error;
        });
      },
    };
  };

/** @throws ConfigError about ACUMATICA_MAPPING */
const orderSource: OpenOrderSource = async ({ acumatica: settings }) =>
  settings && {
    name: 'acumatica',
    readState: async (database) => {
      const store = erpStore(database);
      const { orders, contacts } = await store.countLeaving();
      return {
        freshAt: (await store.read())?.fresh_at ?? null,
        heldOrders: orders.held + contacts.held,
      };
    },
    run: synchronizeWith(settings, await readMapping(settings.mappingFile)),
  };

/** Orders from Acumatica. */
export const acumatica = {
  name: 'acumatica',
  variables,
  orderSource,
  check: ({ acumatica: settings }: Config) =>
    settings && { title: 'Acumatica', run: (known: Findings) => checkErp(settings, known) },
  checkRows: checkErpState,
  orderSourceWork: operatorsWork,
};
