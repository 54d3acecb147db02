import type { Audit } from '../platform/audit/audit';
import type { Config } from '../platform/config/config';
import type { Portal } from '../platform/crypto/keys';
import type { Database } from '../platform/database/connect';
import type { App, Routes } from '../platform/http/validation';

/** A system that the portal reads orders from, besides imports and the webhook. */
export interface OrderSource {
  /** Its label in metrics. */
  name: string;
  /** When the orders were last as in that system, by the database; null before the first synchronization is complete. */
  readFreshAt: (database: Database) => Promise<Date | null>;
  /** Reads orders while the app listens. */
  run: (app: App, context: Portal & { audit: Audit; onError: (error: unknown) => void }) => RunningSource;
}

interface RunningSource {
  /** What the system calls. */
  routes: Routes<object>;
  /** `readFreshAt`, as this process last read it. */
  freshAt: () => Date | null;
}

/** Opens the system that the environment configures; undefined without one. @throws ConfigError */
export type OpenOrderSource = (config: Config) => Promise<OrderSource | undefined>;
