/** A change that an ERP reports: `id` is the key of an order, or the record whose events changed. */
export interface Change {
  id: string;
  modified: Date;
}

/** A part of all changes, in the order in which they happened. */
interface ChangePage {
  changes: Change[];
  /** Where the next page begins: JSON in the connector's own terms. */
  position: object;
  /** Whether there is nothing newer for now. */
  isLast: boolean;
}

/** An order of an ERP. Its fields are those of an import, which checks them. */
export interface ErpOrder {
  /** What `orders` finds it by. */
  key: string;
  /** What `events` finds its events by. */
  record: string;
  modified: Date;
  /** The customer's contact, as the ERP writes it; without one, customers do not see the order. */
  contact: { email?: string | undefined; phone?: string | undefined; name?: string | undefined };
  fields: { ServiceOrderNbr: string } & Record<string, unknown>;
}

/** An event of an order, with the fields of an import. */
export type ErpEvent = Record<string, unknown>;

/**
 * An ERP that orders come from. The portal remembers, schedules, and writes; a connector only reads. Its methods are
 * called one at a time, by one replica, and reject with an ErpError (docs/connectors.md).
 */
export interface Connector {
  /** Identifies the ERP and the settings that decide how orders look: when it changes, all are read again. */
  fingerprint: string;
  /** A page of changes since a moment, or from the position that the page before returned. Repeated ones do no harm. */
  changesSince: (part: 'orders' | 'events', since: Date, position?: object) => Promise<ChangePage>;
  /** The orders with these keys that customers may see, at most `batchSize`. A missing one disappears from the portal. */
  orders: (keys: readonly string[]) => Promise<ErpOrder[]>;
  batchSize: number;
  /** The events of these records that customers may see. */
  events: (records: readonly string[]) => Promise<Map<string, ErpEvent[]>>;
  /** Finds wrong settings. Each sentence says what to do. */
  check: () => Promise<string[]>;
  /** Ends the session in the ERP. */
  close: () => Promise<void>;
}

/** What the portal gives a connector. */
export interface ConnectorOptions {
  /** Where the session in the ERP is kept between processes. */
  keeper: { read: () => Promise<string | undefined>; save: (session: string | null) => Promise<void> };
  /** Ends waiting for the ERP: the portal stops. */
  stopping?: AbortSignal | undefined;
  now?: (() => number) | undefined;
  wait?: ((ms: number) => Promise<unknown>) | undefined;
}

/** Opens the ERP that the environment configures. */
export type OpenConnector = (options: ConnectorOptions) => Connector;

/** A request to the ERP failed. The message says why, and what to do. */
export class ErpError extends Error {
  override readonly name = 'ErpError';

  /** @param retryAfterMs when the ERP said how long to wait */
  constructor(
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** The ERP failed at this request, and may answer others: the portal halves the batch to find the order. */
export class RefusedError extends ErpError {
  /** The ERP's own message: never log it. */
  reason = '';
}
