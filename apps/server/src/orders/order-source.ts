import type { Audit } from '../platform/audit/audit';
import type { Config } from '../platform/config/config';
import type { Portal } from '../platform/crypto/keys';
import type { Database } from '../platform/database/connect';
import type { App, RequireCustomer, Routes } from '../platform/http/validation';
import type { CustomerCalls } from './customer-calls';

/** A system that the portal reads orders from, besides imports and the webhook. */
export interface OrderSource {
  /** Its label in metrics. */
  name: string;
  /** By the database. */
  readState: (database: Database) => Promise<{
    /** When the orders were last as in that system; null before the first synchronization is complete. */
    freshAt: Date | null;
    /** How many orders the system no longer shows, and customers still see. */
    heldOrders: number;
  }>;
  /** Reads orders while the app listens. */
  run: (app: App, context: Portal & { audit: Audit; onError: (error: unknown) => void }) => RunningSource;
}

/** What a customer answered or wrote about an order, as people of the company read it. */
export interface SentAnswer {
  /** The same at each attempt. */
  id: string;
  /** What the system called the order when the customer answered. */
  record: string;
  /** One line. */
  summary: string;
  /** HTML. */
  body: string;
  /** An earlier attempt may have written it. */
  isRepeated: boolean;
}

/** A source of orders while the app listens. */
export interface RunningSource {
  /** What the system calls. */
  routes: Routes<object>;
  /** What customers see of the system besides orders; absent: nothing. */
  customerCalls?: (customers: { requireCustomer: RequireCustomer }) => CustomerCalls;
  /** When the orders were last as in the system, as this process last read it. */
  freshAt: () => Date | null;
  /** What the system calls an order: its number can be another's later. @returns undefined if it is of no order there */
  recordOf: (orderNbr: string) => Promise<string | undefined>;
  /** Whether this replica, of all, works with the system now. */
  isLeading: () => Promise<boolean>;
  /**
   * Writes an answer to the order, once also if it is repeated; absent: the system takes none. Call it if this replica is
   * leading. @returns what the system calls it. @throws DeliveryError
   */
  takeAnswer?: (answer: SentAnswer) => Promise<string>;
}

/** How many orders of a system customers see, why they do not see others, and how reading goes. */
export interface OrderSourceStatus {
  ordersSeen: number;
  shownToCustomers: number;
  /** The system no longer shows them, and customers still see them. */
  held: number;
  waitingToBeRead: number;
  notShown: { orders: number; because: string }[];
  ordersAsOf: Date | null;
  allComparedAt: Date | null;
  lastFailure: string | null;
  session: string;
  consentedAt: Date | null;
}

/** What operators ask of a system, on the portal's database. */
export interface OrderSourceWork {
  isConfigured: (config: Config) => boolean;
  status: (database: Database) => Promise<OrderSourceStatus>;
  /** Takes the orders from customers that the system no longer shows, and the portal holds. @returns how many */
  confirmRemovals: (database: Database, audit?: Audit) => Promise<number>;
  /** Reads every order anew. @returns how many, with how many requests */
  readAgain: (database: Database) => Promise<{ orders: number; requests: number }>;
  /** Keeps what a consent gave. */
  connect: (portal: Pick<Portal, 'database' | 'keys'>, grant: string) => Promise<void>;
  /** Begins a consent; undefined if the system is not configured for one. */
  beginConsent: (config: Config) => Promise<Consent | undefined>;
}

/** Somebody allows the portal to read orders from a system. */
export interface Consent {
  /** Where, in a browser. */
  address: string;
  /** @param pasted where the browser went then @returns what to keep, secretly */
  redeem: (pasted: string) => Promise<{ grant: string } | { refusal: string }>;
}

/** Opens the system that the environment configures; undefined without one. @throws ConfigError */
export type OpenOrderSource = (config: Config) => Promise<OrderSource | undefined>;
