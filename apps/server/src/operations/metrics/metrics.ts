import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../../package.json';
import { channelNames } from '../../platform/contact/contact';
import type { Database } from '../../platform/database/connect';
import { importStore } from '../../orders/import/import-store';
import { outboxDepths } from '../../messages/outbox-store';
import { measureMachine, type MachineSettings } from './measure-machine';
import { undeliveredAnswers } from '../../parts';
import { servedVersions } from '../../portal/releases/release';
import type { Measured, Measures } from '../parts';

/** How long a scrape waits for the database: Prometheus gives up after ten seconds, and needs the other metrics. */
const DATABASE_PATIENCE_MS = 1_000;

/** The label of requests without a route, and of versions that are neither live, canary nor previous. */
const OTHER = 'other';

/** The statuses that need somebody's attention. Messages of the others are deleted within a day. */
const OUTBOX_STATUSES = ['waiting', 'queued', 'dead'] as const;

/** What alerts count is there from the start: `increase` does not see the first one of a new series. */
const FIRST_EVENTS = [
  { event: 'code', outcome: 'requested' },
  ...['signed-in', 'wrong-code', 'spent-code', 'limited'].map((outcome) => ({ event: 'sign-in', outcome })),
];
const WEBHOOK = '/hooks/orders';
const REFUSALS = [400, 413, 415, 422];

type PoolState = Pick<NonNullable<Measured['pool']>, 'totalCount' | 'idleCount' | 'waitingCount'>;
type OrderSources = readonly Pick<Measured['orderSources'][number], 'name' | 'readState'>[];

/** What is measured. Without settings, the machine is not. */
interface Given extends Pick<Measured, 'database'> {
  config?: MachineSettings;
  pool: PoolState | undefined;
  orderSources?: OrderSources;
}

/** What counts, and the counts as Prometheus reads them. */
export interface Metrics extends Omit<Measures, 'routes'> {
  contentType: string;
  read: () => Promise<string>;
}

/** The metrics of this process. Every label has a bounded set of values, whatever clients send. */
export const createMetrics = ({ config, database, pool, orderSources = [] }: Given): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'portal_build_info',
    help: 'Always 1; its labels say what runs',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);

  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Answered requests, by pattern of the route',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time until a request is answered',
    labelNames: ['method', 'route'],
    registers,
  });
  const events = new Counter({
    name: 'portal_audit_events_total',
    help: 'Events of the audit log: sign-ins, refusals, and others',
    labelNames: ['event', 'outcome'],
    registers,
  });
  const lostLines = new Counter({
    name: 'portal_audit_lost_total',
    help: 'Lines of the audit log that could not be written',
    registers,
  });
  const messages = new Counter({
    name: 'portal_messages_total',
    help: 'Messages by their end, and attempts that were delayed',
    labelNames: ['channel', 'kind', 'outcome'],
    registers,
  });
  const loads = new Counter({
    name: 'portal_remote_loads_total',
    help: 'Loads of remotes in browsers, by reported outcome',
    labelNames: ['remote', 'version', 'outcome'],
    registers,
  });

  const ofDatabase = new Registry();
  const readDatabase = measureDatabase(database, ofDatabase, orderSources);
  if (pool) measurePool(pool, registry);
  if (config) measureMachine(config, registry);
  for (const labels of FIRST_EVENTS) events.inc(labels, 0);
  for (const channel of channelNames)
    for (const kind of ['code', 'order', 'test'] as const)
      for (const outcome of ['sent', 'delayed', 'dead', 'over-budget'] as const)
        messages.inc({ channel, kind, outcome }, 0);

  return {
    contentType: registry.contentType,

    /** All metrics as text, without those of the database if it does not answer in time. */
    read: async () => {
      await readDatabase();
      return Registry.merge([registry, ofDatabase]).metrics();
    },

    observe: (app) => {
      app.addHook('onRoute', ({ method, url }) => {
        if (method === 'POST' && url.endsWith(WEBHOOK))
          for (const status of REFUSALS) requests.inc({ method, route: url, status }, 0);
      });
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url;
        const labels = { method: route === undefined ? OTHER : request.method, route: route ?? OTHER };
        requests.inc({ ...labels, status: reply.statusCode });
        durations.observe(labels, reply.elapsedTime / 1000);
        done();
      });
    },

    countEvent: ({ event, outcome }) => events.inc({ event, outcome }),
    countLostLine: () => lostLines.inc(),
    countMessage: ({ channel, kind }, outcome) => messages.inc({ channel, kind, outcome }),
    countLoad: ({ remote, version }, release, outcome) => {
      // A retry is no outcome yet.
      if (outcome === 'retried') return;
      const isCurrent = servedVersions(release).includes(version);
      loads.inc({ remote, version: isCurrent ? version : OTHER, outcome });
    },
  };
};

const measurePool = (pool: PoolState, registry: Registry) => {
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of this replica to PostgreSQL',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'portal_database_waiting',
    help: 'Callers that wait for a connection to PostgreSQL',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });
};

const measureDatabase = (database: Database, registry: Registry, orderSources: OrderSources) => {
  const up = new Gauge({
    name: 'portal_database_up',
    help: 'Whether the database answered this scrape',
    registers: [registry],
  });
  const outbox = { labelNames: ['channel', 'status'], registers: [registry] };
  const depth = new Gauge({
    name: 'portal_outbox_messages',
    help: 'Messages that are waiting (codes), queued (other messages), or dead',
    ...outbox,
  });
  const age = new Gauge({
    name: 'portal_outbox_oldest_seconds',
    help: 'Age of the oldest of these messages; 0 if there is none',
    ...outbox,
  });

  const orders = new Counter({
    name: 'portal_import_orders_total',
    help: 'Orders in imports, deliveries of the webhook, and from an ERP',
    labelNames: ['source', 'change'],
    registers: [registry],
  });
  const lastImport = new Gauge({
    name: 'portal_import_last_timestamp_seconds',
    help: 'When customers and orders were last loaded',
    labelNames: ['source'],
    registers: [registry],
  });

  const erpFresh = new Gauge({
    name: 'portal_erp_fresh_timestamp_seconds',
    help: 'When the orders were last as in the ERP; 0 before the first synchronization is complete',
    labelNames: ['erp'],
    registers: [registry],
  });

  const erpHeld = new Gauge({
    name: 'portal_erp_held_orders',
    help: 'Orders that the ERP no longer shows and customers still see, because they are suspiciously many',
    labelNames: ['erp'],
    registers: [registry],
  });

  const undelivered = new Gauge({
    name: 'portal_answers_undelivered',
    help: 'Answers of customers that have not reached a system of the company after minutes',
    labelNames: ['target'],
    registers: [registry],
  });
  const oldestAnswer = new Gauge({
    name: 'portal_answers_oldest_seconds',
    help: 'Age of the oldest of these answers; 0 if there is none',
    labelNames: ['target'],
    registers: [registry],
  });

  const read = async () => ({
    answers: (await undeliveredAnswers(database)?.measure()) ?? [],
    sources: await Promise.all(
      orderSources.map(async ({ name, readState }) => ({ name, ...(await readState(database)) })),
    ),
    depths: await outboxDepths(database, OUTBOX_STATUSES),
    imports: await importStore(database).latest(),
  });
  const show = ({ answers, depths, imports, sources }: Awaited<ReturnType<typeof read>>) => {
    up.set(1);
    for (const { target, count, oldestSeconds } of answers) {
      undelivered.set({ target }, count);
      oldestAnswer.set({ target }, oldestSeconds);
    }
    for (const { name: erp, freshAt, heldOrders } of sources) {
      erpFresh.set({ erp }, (freshAt?.getTime() ?? 0) / 1000);
      erpHeld.set({ erp }, heldOrders);
    }
    orders.reset();
    for (const { source, at, report } of imports) {
      lastImport.set({ source }, at.getTime() / 1000);
      for (const [change, total] of Object.entries(report.totals)) orders.inc({ source, change }, total);
    }
    for (const channel of channelNames)
      for (const status of OUTBOX_STATUSES) {
        const found = depths.find((one) => one.channel === channel && one.status === status);
        depth.set({ channel, status }, found?.count ?? 0);
        age.set({ channel, status }, found?.ageSeconds ?? 0);
      }
  };
  /** Old figures would look current. */
  const hide = () => registry.resetMetrics();

  let reading: Promise<void> | undefined;
  return async (): Promise<void> => {
    reading ??= read()
      .then(show, hide)
      .finally(() => (reading = undefined));
    await Promise.race([reading, sleep(DATABASE_PATIENCE_MS, undefined, { ref: false }).then(hide)]);
  };
};
