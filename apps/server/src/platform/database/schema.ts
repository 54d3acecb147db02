import type { PublishedVersion, ReleaseChange, Verification } from '@portal/contract';
import type { StackFrame } from '@portal/releases';
import {
  sql,
  type ColumnType,
  type Generated,
  type JSONColumnType,
  type RawBuilder,
  type Selectable,
} from 'kysely';
import { daysAgo, secondsAgo } from './clock';

/** A timestamp; set by a Date or by the database's clock. */
type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

interface Customers {
  id: Generated<string>;
  /** Normalized by platform/contact/contact.ts, like `phone`. */
  email: string | null;
  phone: string | null;
  name: string | null;
  notify_email: Generated<boolean>;
  notify_sms: Generated<boolean>;
  /** What messages are about: a new status, a new entry in the event log, a visit that is near. */
  notify_status: Generated<boolean>;
  notify_entries: Generated<boolean>;
  notify_visits: Generated<boolean>;
  /** The language of messages; null: the portal's default. */
  language: Generated<string | null>;
  /** When they first signed in: until then, they hear only of orders that are theirs. */
  signed_in_at: OptionalMoment;
  /** Since when the customer cannot sign in. */
  blocked_at: OptionalMoment;
  created_at: Moment;
}

interface Orders {
  order_nbr: string;
  customer_id: string;
  /** The fields of the order as the calls answer them: `{ value }`, or `{}` when empty. */
  document: JSONColumnType<Record<string, unknown>>;
  /** Without bodies: one of `events` that waits for the customer, and all that were not over when the order was written. */
  ahead: ColumnType<Record<string, unknown>[], string | undefined, string>;
  /** A column of its own, so that listing orders does not read their HTML. */
  events: JSONColumnType<Record<string, unknown>[]>;
  last_modified: OptionalMoment;
}

/** An order that was removed: a delivery of what it was by then is outdated. */
interface RemovedOrders {
  order_nbr: string;
  last_modified: Moment;
  removed_at: Moment;
}

/** An order that its customer gets no messages about. */
interface MutedOrders {
  customer_id: string;
  order_nbr: string;
  muted_at: Moment;
}

/** What a customer answered or wrote about an order. */
interface Answers {
  id: Generated<string>;
  customer_id: string;
  order_nbr: string;
  /** The browser's: the same key is the same answer. */
  key: string;
  /** The id of the question, which has one answer; null for a message that nobody asked for. */
  question: string | null;
  /** The question as the customer read it. */
  asked: string | null;
  choice: string | null;
  /** The words of the choice. */
  label: string | null;
  message: string | null;
  created_at: Moment;
}

/** A photo or PDF; without an answer, it waits for one. */
interface AnswerFiles {
  id: Generated<string>;
  customer_id: string;
  answer_id: string | null;
  name: string;
  type: string;
  content: Buffer;
  created_at: Moment;
}

/** A system of the company that gets an answer. */
interface AnswerDeliveries {
  answer_id: string;
  target: 'mail' | 'webhook' | 'erp';
  attempts: Generated<number>;
  /** When it is due: the next attempt, or the end of its lease. */
  available_at: Moment;
  /** Why the last attempt failed. */
  failure: string | null;
  delivered_at: OptionalMoment;
  /** What that system calls the order, and the answer. */
  record: string | null;
  reference: string | null;
}

interface Challenges {
  /** One live challenge per identifier and browser: a new one replaces it. */
  identifier: string;
  browser_hash: string;
  id: string;
  code_hash: string;
  /** The codes that this one replaced, while it was valid. */
  former: JSONColumnType<{ id: string; code_hash: string }[], string | undefined, string>;
  attempts: Generated<number>;
  expires_at: Moment;
}

interface KnownBrowsers {
  token_hash: string;
  identifier: string;
  customer_id: string;
  signed_in_at: Moment;
}

interface LimitHits {
  id: Generated<string>;
  key: string;
  at: Moment;
}

/** How many messages were charged to a budget in an hour. */
interface BudgetHours {
  key: string;
  hour: Moment;
  count: number;
}

interface Sessions {
  token_hash: string;
  customer_id: string;
  /** Who signed the customer in: the issuer of a token. Null: the portal, with a code. */
  issuer: string | null;
  /** The issuer's name for the customer, and for its own session. */
  subject: string | null;
  issuer_session: string | null;
  /** The identity provider's token, encrypted: a hint when it is asked to end its session. */
  id_token: string | null;
  /** Names the session to its customer, who may end it. */
  id: Generated<string>;
  /** Where the customer signed in, as platform/http/device.ts knows it. */
  browser: string | null;
  system: string | null;
  country: string | null;
  created_at: Moment;
  last_seen_at: Moment;
}

interface Outbox {
  id: Generated<string>;
  kind: Generated<'code' | 'order' | 'test'>;
  channel: 'email' | 'sms';
  /** Where a code goes. Empty for other kinds: their address is looked up when they are sent. */
  recipient: string;
  /** Whom the message is for, unless it is a code. */
  customer_id: string | null;
  /** The code and the device that asked for it, encrypted; erased once the message is settled. */
  content: string | null;
  /** The changes of an order message; erased once it is settled, unless it is dead. */
  changes: JSONColumnType<OrderChange[] | null, string | null | undefined, string | null>;
  /** Codes are `waiting`, other kinds `queued`: an alert on codes ignores those that wait for the morning. */
  status: Generated<
    'waiting' | 'queued' | 'sent' | 'suppressed' | 'expired' | 'no-customer' | 'over-budget' | 'dead'
  >;
  attempts: Generated<number>;
  /** When the message is due: the next attempt, or the end of its lease. */
  available_at: Moment;
  expires_at: Moment;
  /** Whether the browser that asked had signed in before: part of the budget is reserved for these. */
  known_browser: Generated<boolean>;
  /** The language of the page that asked for a code. Null for other messages, which use the customer's. */
  language: Generated<string | null>;
  failure: string | null;
  created_at: Moment;
  settled_at: OptionalMoment;
}

/** A change of an order, as a message reports it. */
export interface OrderChange {
  orderNbr: string;
  /** The status before, if it changed; null when there was none. */
  statusBefore?: string | null;
  /** The summaries of new events, oldest first; null for an event without one. */
  newEvents: (string | null)[];
  /** The summary of a visit whose status says that somebody is on the way; null for one without a summary. */
  underway?: string | null;
  /** Whether the next visit is to be called to mind. */
  reminds?: true;
}

/** A day whose visits customers are reminded of. */
interface ReminderDays {
  day: string;
  queued_at: Moment;
}

interface HookDeliveries {
  /** The hash of the sender's Idempotency-Key. */
  id: string;
  body_hash: string;
  answer: JSONColumnType<Record<string, unknown>>;
  received_at: Moment;
}

/** What a load of customers and orders did. Its notes mask all contacts, like those of the audit log. */
export interface LoadReport {
  customers: { new: number; updated: number; unchanged: number };
  orders: LoadReport['customers'] & { outdated: number };
  /** The orders of all loads of this source so far: the metrics count them. */
  totals: LoadReport['orders'];
  ignoredFields: string[];
  /** Changed contacts, moved orders, and shared phone numbers: the first hundred. */
  notes: { row: number; line: number; reason: string }[];
}

/** A load that was committed. A refused one leaves nothing behind. */
interface Imports {
  id: Generated<string>;
  at: Moment;
  /** `portal import`, the webhook, or a connector. */
  source: 'file' | 'webhook' | 'erp';
  report: JSONColumnType<LoadReport>;
}

/** A customer whom a load changed, or whose orders. */
interface ImportCustomers {
  customer_id: string;
  import_id: string;
  at: Moment;
}

interface UsedTokens {
  /** The hash of issuer and `jti`. */
  token_hash: string;
  used_at: Moment;
}

/** What an operator may do: look, help customers, change releases, or everything. */
export const operatorRoles = ['read', 'support', 'releases', 'all'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

interface TeamTokens {
  id: Generated<string>;
  token_hash: string;
  /** The author in the history of releases, or the name of an operator. */
  team: string;
  /** What an operator may do; null: the token of a team. */
  role: Generated<OperatorRole | null>;
  /** The remotes that the team can change, and how. */
  names: string[];
  verbs: ('publish' | 'promote' | 'canary' | 'rollback' | 'prune')[];
  created_at: Moment;
  created_by: string;
  expires_at: Moment;
  last_used_at: OptionalMoment;
  revoked_at: OptionalMoment;
  /** What the team may publish: bytes and files of a version, and versions of a release. */
  max_bytes: Generated<number>;
  max_files: Generated<number>;
  max_versions: Generated<number>;
  /** The characters of a reason. */
  max_why: Generated<number>;
}

/** The synchronization with the ERP, which one replica does at a time: a single row. */
interface ErpSync {
  id: Generated<true>;
  /** The replica that works, until when, unless it renews its lease. */
  holder: string | null;
  held_until: OptionalMoment;
  /** The session in the ERP, encrypted: the next holder goes on with it. */
  session: string | null;
  /** With OAuth, what opens the next session, encrypted. */
  refresh_token: string | null;
  /** When somebody consented. */
  granted_at: OptionalMoment;
  /** Signs the credentials that the ERP refused: they are not tried again until then. */
  refused: string | null;
  refused_until: OptionalMoment;
  /** How far each walk through the changes has come, in the connector's terms. */
  positions: JSONColumnType<Record<string, object>, string | undefined, string>;
  /** The connector's settings: others make it read every order again. */
  fingerprint: string | null;
  /** A full pass is under way since then. */
  pass_began_at: OptionalMoment;
  passed_at: OptionalMoment;
  /** When the orders were last as in the ERP; null until the first synchronization is complete. */
  fresh_at: OptionalMoment;
  /** Why the last attempt failed, as a sentence for the operator. */
  failure: string | null;
  /** How far its times are ahead of UTC; null until two changes have told. */
  offset_minutes: number | null;
  /** When the operator last let many orders be taken from customers. */
  confirmed_at: OptionalMoment;
}

/** An order that the ERP has named. Until it is read for the first time, the other fields are null. */
interface ErpOrders {
  /** The connector's name for the order. */
  key: string;
  /** What its events refer to. */
  record: string | null;
  order_nbr: string | null;
  /** The customer's account in the ERP. */
  account: string | null;
  location: string | null;
  /** Whether a customer sees it. With `hidden_for`, it waits to be taken. */
  shown: Generated<boolean>;
  /** Why no customer sees it, or should; null: one does. */
  hidden_for: 'gone' | 'status' | 'contact' | 'number' | 'rules' | null;
  /** When it was taken from a customer although nobody hid it: the ERP may be wrong. */
  taken_at: OptionalMoment;
  /** Signs the contact that the order named: only another one is news about the customer. */
  contact: string | null;
  /** When it named another phone number of the customer: the newest order counts. */
  phone_at: OptionalMoment;
  /** The state that was read last. */
  modified: OptionalMoment;
  /** When its events were last read, or compared with those of the ERP. */
  compared_at: Generated<Date>;
  /** When the ERP last named it. */
  seen_at: Moment;
  /** From when on it must be read again. */
  stale_at: OptionalMoment;
}

/** An activity or appointment of an order: it leaves the order that it was at, also without a trace in the ERP. */
interface ErpActivities {
  id: string;
  kind: Generated<'event' | 'visit'>;
  order_nbr: string;
  modified: OptionalMoment;
  /** Its text is too long to be read: its event is without one. */
  is_cut: Generated<boolean>;
}

/** A file of an order in the ERP. */
interface ErpFiles {
  order_nbr: string;
  /** As the ERP has it. */
  id: string;
  name: string;
  /** The summary and the time of its activity; null: it is a file of the order. */
  about: string | null;
  at: OptionalMoment;
  /** Null: no customer waits for it. */
  wanted_at: OptionalMoment;
  /** When its content was last read. */
  read_at: OptionalMoment;
  /** Null after `read_at`: it is no file that customers get. */
  content: Buffer | null;
  type: string | null;
  /** In bytes, of `content`, also after that made room for others. */
  size: number | null;
}

/** Somebody who sees all orders of an account in the ERP, or those of a location. */
interface ErpContacts {
  id: string;
  account: string;
  /** Null: they see the orders of all locations. */
  location: string | null;
  /** Normalized; empty once the contact is taken. */
  email: string;
  name: string | null;
  /** When the ERP last named them; null: not yet in the comparison that is under way. */
  seen_at: OptionalMoment;
  /** Whether they wait to lose the orders. */
  leaves: Generated<boolean>;
  taken_at: OptionalMoment;
}

/** Who sees an order: its customer, and contacts of its account in the ERP. A view. */
interface OrderReaders {
  order_nbr: string;
  customer_id: string;
  /** Whether they hear of it: contacts do not before they have signed in. */
  hears: boolean;
}

/** A server on PostgreSQL. */
interface Replicas {
  id: string;
  /** The machine and the port. */
  host: string;
  /** Its PUBLIC_URL; null before version 1.1. */
  address: string | null;
  /** Of its secret key, then of the previous one. */
  prints: string[];
  pool_size: number;
  /** Whether customers reach it; false: it waits, because its key differs. */
  serves: boolean;
  confirmed_at: Moment;
}

/** A contact of an erased customer, whom imports must not bring back. */
interface ErasedContacts {
  /** Keyed: it tells nothing to readers of the database. */
  hash: string;
  erased_on: Generated<Date>;
}

/** The number of the last change of a release: a single row. */
interface ReleaseRevision {
  id: Generated<true>;
  revision: number;
}

/** The shell, or a remote. */
interface Releases {
  name: string;
  /** The versions that were live, the current one last: a promotion pushes, a rollback pops. */
  lives: Generated<string[]>;
  canary: string | null;
  /** The share of visitors who get the canary. */
  canary_percent: number | null;
  /** When the live version was promoted; null after a rollback, and if no other version was live before. */
  trial_since: OptionalMoment;
  /** Counts the pairs of live version and canary: reports are compared within one. */
  period: Generated<number>;
}

interface ReleaseVersions {
  name: string;
  version: string;
  content: JSONColumnType<PublishedVersion>;
  /** Of all its files. */
  bytes: number;
  published_at: Moment;
  published_by: string;
  /** When customers could last get it; null if they never could. */
  served_at: OptionalMoment;
  verification: JSONColumnType<Verification | null, string | undefined, string>;
}

interface ReleaseChanges {
  /** The number of the change among those of all releases. */
  revision: number;
  name: string;
  at: Moment;
  who: string;
  why: string | null;
  action: ReleaseChange['action'];
  versions: string[];
  percent: number | null;
}

/** What only one release can have. The database keeps it from belonging to two. */
interface ReleaseClaims {
  /** A route of a live version or canary as the router matches it, or a container's global of any version. */
  kind: 'route' | 'container';
  claim: string;
  name: string;
  claimed_at: Moment;
}

/** What browsers reported about a version within an hour. */
interface ReleaseCounts {
  name: string;
  version: string;
  period: number;
  hour: Moment;
  /**
   * Each browser counts once: pages that were `shown` or `failed`, and `opened` while a canary is compared. During the trial
   * of a promotion, first pages count as `first-shown` or `first-failed`, and once for each network as `network-…`.
   */
  what: 'opened' | `${'' | 'first-' | 'network-'}${'shown' | 'failed'}`;
  /** Of a failure; empty otherwise. */
  cause: string;
  count: number;
}

/** Failures in one browser that look alike: the same version, cause, message, and place. */
interface ReleaseFailures {
  name: string;
  /** The hash of what they have in common. */
  look: string;
  /** `Chrome 131` */
  browser: string;
  version: string;
  cause: string;
  /** Empty if nothing was thrown. */
  message: string;
  /** Innermost call first; only the portal's own files. */
  stack: JSONColumnType<StackFrame[]>;
  count: number;
  last_at: Moment;
}

/** The tables that database/migrations creates. */
interface StoredTables {
  customers: Customers;
  orders: Orders;
  removed_orders: RemovedOrders;
  muted_orders: MutedOrders;
  answers: Answers;
  answer_files: AnswerFiles;
  answer_deliveries: AnswerDeliveries;
  challenges: Challenges;
  known_browsers: KnownBrowsers;
  limit_hits: LimitHits;
  budget_hours: BudgetHours;
  sessions: Sessions;
  outbox: Outbox;
  reminder_days: ReminderDays;
  hook_deliveries: HookDeliveries;
  imports: Imports;
  import_customers: ImportCustomers;
  used_tokens: UsedTokens;
  team_tokens: TeamTokens;
  erp_sync: ErpSync;
  erp_orders: ErpOrders;
  erp_activities: ErpActivities;
  erp_files: ErpFiles;
  erp_contacts: ErpContacts;
  replicas: Replicas;
  erased_contacts: ErasedContacts;
  release_revision: ReleaseRevision;
  releases: Releases;
  release_versions: ReleaseVersions;
  release_changes: ReleaseChanges;
  release_claims: ReleaseClaims;
  release_counts: ReleaseCounts;
  release_failures: ReleaseFailures;
}

export type Tables = StoredTables & { order_readers: OrderReaders };

/** A row as read from a table. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** A customer, by what rows name. */
export type Person = Pick<Row<'customers'>, 'id' | 'email' | 'phone'>;

/** The rows of a table that are about a customer. */
interface PersonalRows {
  /** What an operator calls them. */
  as: string;
  of: (person: Person) => RawBuilder<boolean>;
  /** Their order, and the time of the newest. */
  by: string;
  /** What an export has of them: no hashes of secrets. */
  columns: readonly string[];
}

/** How long the operator lets rows live. */
interface Lives {
  /** SESSION_IDLE_MINUTES and SESSION_ABSOLUTE_HOURS. */
  session: { idleMinutes: number; absoluteHours: number };
  /** ORDERS_KEPT_DAYS. */
  ordersKeptDays: number | undefined;
}

/** What the portal must know about a table besides its columns. */
interface TableRules {
  personal?: PersonalRows;
  /** The rows that no rule reads any more. Housekeeping deletes those of each condition. */
  old?: (lives: Lives) => readonly RawBuilder<boolean>[];
}

/** How long a browser is known after its last sign-in: as long as browsers keep a cookie (RFC 6265bis). */
export const KNOWN_BROWSER_DAYS = 400;

const ownRows = ({ id }: Person) => sql<boolean>`customer_id = ${id}::uuid`;

const identifiersOf = ({ email, phone }: Person) => [email, phone].filter((one) => one !== null);

/** What limits count by a contact, or by the id of a customer: these keys go with the customer. */
export const LIMITS_OF_PERSONS = [
  'answers',
  'answer-files',
  'codes',
  'failures',
  'failures/browsers',
  'tests',
] as const;

const limitKeysOf = (person: Person) =>
  [...identifiersOf(person), person.id].flatMap((name) => LIMITS_OF_PERSONS.map((kind) => `${kind}/${name}`));

/** The rules of each table: what is personal, and how long it stays. */
export const TABLES = {
  customers: {
    // Nothing to show, and no browser remembers them. A blocked one stays: an import would bring them back unblocked.
    old: ({ ordersKeptDays }) =>
      ordersKeptDays
        ? [
            sql`created_at < ${daysAgo(ordersKeptDays)} and blocked_at is null
              and not exists (select from order_readers where customer_id = customers.id offset 0)
              and not exists (select from known_browsers where customer_id = customers.id offset 0)`,
          ]
        : [],
  },
  // Before the orders, which take them along: an erasure counts both.
  erp_files: {
    personal: {
      as: 'files',
      of: ({ id }) => sql`order_nbr in (select order_nbr from orders where customer_id = ${id}::uuid)`,
      by: 'read_at',
      columns: ['order_nbr', 'name', 'at'],
    },
  },
  orders: {
    old: ({ ordersKeptDays }) => (ordersKeptDays ? [sql`last_modified < ${daysAgo(ordersKeptDays)}`] : []),
    personal: {
      as: 'orders',
      of: ownRows,
      by: 'last_modified',
      columns: ['order_nbr', 'document', 'events', 'last_modified'],
    },
  },
  removed_orders: { old: () => [sql`removed_at < ${daysAgo(30)}`] },
  muted_orders: {
    personal: { as: 'mutedOrders', of: ownRows, by: 'muted_at', columns: ['order_nbr', 'muted_at'] },
    // Of orders that are gone, or another customer's by now. OFFSET keeps the planner from reading all orders.
    old: () => [
      sql`muted_at < ${daysAgo(30)} and not exists (select from order_readers as reader
        where reader.order_nbr = muted_orders.order_nbr and reader.customer_id = muted_orders.customer_id offset 0)`,
    ],
  },
  // Before the answers, which would take them along: an erasure counts both.
  answer_files: {
    personal: {
      as: 'answerFiles',
      of: ownRows,
      by: 'created_at',
      columns: ['name', 'type', 'created_at'],
    },
    // Chosen, and never sent.
    old: () => [sql`answer_id is null and created_at < ${daysAgo(1)}`],
  },
  answers: {
    personal: {
      as: 'answers',
      of: ownRows,
      by: 'created_at',
      columns: ['order_nbr', 'question', 'asked', 'choice', 'label', 'message', 'created_at'],
    },
    // Of orders that are gone, or another customer's by now.
    old: () => [
      sql`created_at < ${daysAgo(30)} and not exists (select from order_readers as reader
        where reader.order_nbr = answers.order_nbr and reader.customer_id = answers.customer_id offset 0)`,
    ],
  },
  // Goes with its answer.
  answer_deliveries: {},
  challenges: {
    personal: {
      as: 'pendingCodes',
      of: (person) => sql`identifier = any(${identifiersOf(person)}::text[])`,
      by: 'expires_at',
      columns: ['identifier', 'attempts', 'expires_at'],
    },
    // An hour after their end: until then, customers hear that the code has expired.
    old: () => [sql`expires_at < ${secondsAgo(3600)}`],
  },
  known_browsers: {
    personal: {
      as: 'knownBrowsers',
      of: ownRows,
      by: 'signed_in_at',
      columns: ['identifier', 'signed_in_at'],
    },
    old: () => [sql`signed_in_at <= ${daysAgo(KNOWN_BROWSER_DAYS)}`],
  },
  limit_hits: {
    personal: {
      as: 'limits',
      of: (person) => sql`key = any(${limitKeysOf(person)}::text[])`,
      by: 'at',
      columns: ['key', 'at'],
    },
    old: () => [sql`at < ${daysAgo(1)}`],
  },
  budget_hours: {},
  sessions: {
    personal: {
      as: 'sessions',
      of: ownRows,
      by: 'last_seen_at',
      columns: [
        ...['browser', 'system', 'country', 'created_at', 'last_seen_at'],
        ...['issuer', 'subject', 'issuer_session'],
      ],
    },
    old: ({ session: { idleMinutes, absoluteHours } }) => [
      sql`last_seen_at <= ${secondsAgo(idleMinutes * 60)}`,
      sql`created_at <= ${secondsAgo(absoluteHours * 3600)}`,
    ],
  },
  outbox: {
    personal: {
      as: 'messages',
      // Messages with codes have no customer id, only an address.
      of: (person) =>
        sql`(${ownRows(person)} or (recipient <> '' and recipient = any(${identifiersOf(person)}::text[])))`,
      by: 'created_at',
      columns: [
        ...['kind', 'channel', 'recipient', 'status', 'changes', 'attempts', 'failure'],
        ...['created_at', 'settled_at'],
      ],
    },
    // Settled messages have an address or a customer. Operators can retry the dead ones.
    old: () => [sql`settled_at < ${daysAgo(1)} and (status <> 'dead' or settled_at < ${daysAgo(30)})`],
  },
  reminder_days: { old: () => [sql`day < current_date - 30`] },
  // No sender repeats a delivery so late.
  hook_deliveries: { old: () => [sql`received_at < ${daysAgo(30)}`] },
  imports: {
    // The newest load of each source says since when no orders have come.
    old: () => [
      sql`at < ${daysAgo(30)}
        and at < (select max(newer.at) from imports as newer where newer.source = imports.source)`,
    ],
  },
  // Goes with its import.
  import_customers: {
    personal: { as: 'imports', of: ownRows, by: 'at', columns: ['at'] },
  },
  // Far longer than the portal accepts a token, so that the clocks of server and database may differ.
  used_tokens: { old: () => [sql`used_at < ${secondsAgo(3600)}`] },
  // Operators look up who had a token.
  team_tokens: { old: () => [sql`least(expires_at, revoked_at) < ${daysAgo(30)}`] },
  erp_sync: {},
  erp_orders: {},
  // Go with their order.
  erp_activities: {},
  erp_contacts: {
    personal: {
      as: 'accounts',
      of: ({ email }) => sql`email = ${email}`,
      by: 'seen_at',
      columns: ['account', 'location', 'email', 'name'],
    },
    // Until then, it counts as one of those that were taken within a day.
    old: () => [sql`taken_at < ${daysAgo(1)}`],
  },
  replicas: { old: () => [sql`confirmed_at < ${secondsAgo(3600)}`] },
  erased_contacts: {},
  release_revision: {},
  releases: {},
  release_versions: {},
  release_changes: {},
  release_claims: {},
  // The trend of a version, and what decides about it, need two days.
  release_counts: { old: () => [sql`hour < ${daysAgo(30)}`] },
  release_failures: {},
} satisfies Record<keyof StoredTables, TableRules>;

/** Every table with its rules. */
export const tableRules: readonly (readonly [table: string, rules: TableRules])[] = Object.entries(TABLES);
