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

/** What a customer answered or wrote, for the systems of the company. */
export interface SentAnswer {
  /** The same at each attempt. */
  id: string;
  orderNbr: string;
  customer: { name: string | null; email: string | null; phone: string | null };
  /** The question as the customer read it; null for a message that nobody asked for. */
  question: { id: string; asked: string } | null;
  choice: { id: string; label: string } | null;
  text: string | null;
  files: readonly { id: string; name: string; type: string; content: Buffer }[];
  at: Date;
}

export interface RunningSource {
  /** What the system calls. */
  routes: Routes<object>;
  /** `readFreshAt`, as this process last read it. */
  freshAt: () => Date | null;
  /** Writes an answer to the order, once also if it is given twice. @returns what the system calls it */
  takeAnswer?: (answer: SentAnswer) => Promise<string>;
}

/** Opens the system that the environment configures; undefined without one. @throws ConfigError */
export type OpenOrderSource = (config: Config) => Promise<OrderSource | undefined>;
