import type { LoadReport } from '@portal/contract';
import type { Pool } from 'pg';
import type { Ending, Leased } from '../messages/outbox-store';
import type { OrderSource } from '../orders/order-source';
import type { AuditEvent } from '../platform/audit/audit';
import type { Config } from '../platform/config/config';
import type { Variables } from '../platform/config/variables';
import type { Keys } from '../platform/crypto/keys';
import type { Database } from '../platform/database/connect';
import type { App, Routes } from '../platform/http/validation';
import type { Release } from '../portal/releases/release';
import { doctor } from './doctor/part';
import { metrics } from './metrics/part';
import type { Examine, Operations, OperatorWork } from './operations-server';
import { operatorPages } from './operator-pages/part';
import { tracing } from './tracing/part';

/** Traces what this process does. */
export interface Tracing {
  /** Traces the requests of an app. Call it before the routes are registered. */
  trace: (app: App) => void;
  /** The current span, as fields of a line of the log. */
  fields: () => object;
}

export interface Measured {
  config: Config;
  database: Database;
  /** Absent without PostgreSQL. */
  pool: Pool | undefined;
  orderSources: readonly OrderSource[];
}

/** Counts what happens in this process. */
export interface Measures extends Operations {
  /** Counts the requests of an app. */
  observe: (app: App) => void;
  countEvent: (event: AuditEvent) => void;
  /** Counts a line of the audit log that could not be written. */
  countLostLine: () => void;
  countMessage: (message: Pick<Leased, 'channel' | 'kind'>, outcome: Ending | 'delayed') => void;
  /** Counts a report that a browser sent for the first time. */
  countLoad: (report: LoadReport, release: Release, outcome: 'shown' | 'retried' | 'failed') => void;
}

/** What a part of the operations may bring. */
interface OperationsPart {
  name: string;
  variables?: Variables;
  /** Starts before everything that it traces. */
  trace?: (config: Config) => Promise<Tracing | undefined>;
  measure?: (measured: Measured) => Measures;
  /** Routes of the portal itself. */
  routes?: (keys: Keys) => Routes<object>;
  /** What it serves at OPERATIONS_PORT. */
  operations?: (work: OperatorWork) => Operations | undefined;
  examine?: Examine;
}

/** The parts of the operations: without its line and its folder, the portal works without that part. */
export const OPERATIONS_PARTS: readonly OperationsPart[] = [operatorPages, doctor, metrics, tracing];

/** Starts tracing, if it is configured. */
export const startTracing = async (config: Config): Promise<Tracing | undefined> => {
  const started = await Promise.all(OPERATIONS_PARTS.flatMap((part) => part.trace?.(config) ?? []));
  return started.find((one) => one !== undefined);
};

/** Begins to count, if somebody may read the counts. */
export const startMeasures = (measured: Measured): Measures | undefined =>
  measured.config.operations &&
  OPERATIONS_PARTS.map((part) => part.measure?.(measured)).find((measures) => measures !== undefined);

/** What the parts serve at OPERATIONS_PORT. */
export const operationsOf = (work: Omit<OperatorWork, 'examine'>): readonly Operations[] => {
  const examine = OPERATIONS_PARTS.find((part) => part.examine)?.examine;
  return OPERATIONS_PARTS.flatMap((part) => part.operations?.({ ...work, examine }) ?? []);
};
