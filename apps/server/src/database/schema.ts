import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';

/** A moment; written as a Date or left to the database's clock. */
type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

interface Customers {
  id: Generated<string>;
  /** Normalised by sign-in/identifier.ts, like `phone`. */
  email: string | null;
  phone: string | null;
  name: string | null;
  notify_email: Generated<boolean>;
  notify_sms: Generated<boolean>;
  created_at: Moment;
}

interface Orders {
  order_nbr: string;
  customer_id: string;
  /** The order's fields as they go out: `{ value }`, or `{}` where there is nothing. */
  document: JSONColumnType<Record<string, unknown>>;
  /** Apart from the fields, so that a list of orders does not read their HTML. */
  events: JSONColumnType<Record<string, unknown>[]>;
  last_modified: OptionalMoment;
}

interface Challenges {
  /** One live challenge per identifier: a new one replaces it. */
  identifier: string;
  id: string;
  browser_hash: string;
  code_hash: string;
  attempts: Generated<number>;
  expires_at: Moment;
  consumed_at: OptionalMoment;
}

interface LimitHits {
  key: string;
  at: Moment;
}

interface Sessions {
  token_hash: string;
  customer_id: string;
  created_at: Moment;
  last_seen_at: Moment;
}

interface Outbox {
  id: Generated<string>;
  channel: 'email' | 'sms';
  recipient: string;
  /** Encrypted; erased when the message is settled. */
  content: string | null;
  status: Generated<'waiting' | 'sent' | 'expired' | 'unknown' | 'over-budget' | 'dead'>;
  attempts: Generated<number>;
  /** Not before this moment: the next try, or the end of the lease of the worker that has it. */
  available_at: Moment;
  expires_at: Moment;
  failure: string | null;
  created_at: Moment;
  settled_at: OptionalMoment;
}

/** The tables, as database/migrations creates them. */
export interface Tables {
  customers: Customers;
  orders: Orders;
  challenges: Challenges;
  limit_hits: LimitHits;
  sessions: Sessions;
  outbox: Outbox;
}

/** One row of a table, as read. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
