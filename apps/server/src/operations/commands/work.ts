import { plainText, withoutInvisible } from '@portal/api/wire';
import * as v from 'valibot';
import type { Audit, AuditEvent } from '../../platform/audit/audit';
import { orderSourceWork, PARTS, undeliveredAnswers } from '../../parts';
import { isFinding } from '../../platform/config/finding';
import {
  contactOf,
  maskContact,
  maskContacts,
  readContact,
  type Contact,
} from '../../platform/contact/contact';
import { lockImports } from '../../identity/customers/customer-store';
import { erasureStore } from '../../identity/customers/erasure-store';
import { recordedSchema, repeatRecorded } from '../../identity/customers/repeat-store';
import { unlock } from '../../identity/codes/budgets';
import {
  endAccess,
  eraseRows,
  exportOf,
  setBlocked,
  withCustomer,
  type Access,
} from '../../identity/customers/personal-data-store';
import { readConnections, readState } from '../../platform/database/migrate';
import { replicaStore } from '../../platform/jobs/replica-store';
import { importStore } from '../../orders/import/import-store';
import { removeOrders } from '../../orders/import/load';
import { deadLetterStore } from '../../messages/dead-letter-store';
import { outboxDepths } from '../../messages/outbox-store';
import { readReleases } from '../../portal/releases/release-store';
import {
  findCustomers,
  resend,
  viewCustomer,
  viewOrders,
  type CustomerWork,
  type WorkContext,
} from './support';
import { newTokenSchema, teamTokenStore } from '../../portal/releases/team-token-store';

const define =
  <Schema extends v.GenericSchema, Result extends object>(
    parameters: Schema,
    run: (context: WorkContext, given: v.InferOutput<Schema>, audit?: Audit) => Promise<Result>,
  ) =>
  (context: WorkContext, given: unknown, audit?: Audit): Promise<Result> =>
    run(context, v.parse(parameters, given), audit);

const none = v.strictObject({});
const byContact = v.strictObject({ contact: v.string() });
/** Only `customer/orders` reads the number of an order. */
const orderNbr = v.optional(v.pipe(v.string(), v.transform(withoutInvisible)));
const customer = v.union(
  [
    v.strictObject({ ...byContact.entries, orderNbr }),
    v.strictObject({ id: v.pipe(v.string(), v.uuid()), orderNbr }),
  ],
  'Name the customer: {"contact":"ann@example.com"}',
);
const wanted = v.strictObject({ text: v.pipe(v.string(), v.transform(plainText)) });
/** Absent ids: all. */
const letters = v.strictObject({ ids: v.optional(v.array(v.string())) });

/** Messages that wait, in place of dead letters. */
const queued = v.strictObject({ queued: v.literal(true) });

/** A contact in any spelling, as at sign-in. What is none belongs to nobody. */
const contactIn = ({ config }: WorkContext, text: string): Contact =>
  readContact(text, config.sms.countries) ?? { channel: 'email', address: text };

type CustomerOutcome = Exclude<Extract<AuditEvent, { event: 'customer' }>['outcome'], 'contacts-changed'>;

/** Work on one customer, which the audit log records unless it is refused. */
const onCustomer = <Result extends object>(
  outcome: CustomerOutcome,
  run: (work: CustomerWork) => Promise<Result | { refusal: string }>,
  access: Access = 'change',
) =>
  define(customer, async (context, { orderNbr: number, ...sought }, audit) => {
    const worked = await withCustomer(
      context.database,
      'id' in sought ? sought : { contact: contactIn(context, sought.contact) },
      (transaction, found) => run({ context, transaction, found, orderNbr: number }),
      access,
    );
    if ('refusal' in worked) return worked;
    const { id: customerId, ...contacts } = worked.customer;
    if ('refusal' in worked.result) return { refusal: String(worked.result.refusal) };
    audit?.({ event: 'customer', outcome, customerId, contact: contactOf(contacts) });
    return { customerId, ...worked.result };
  });

const blocking = (outcome: 'blocked' | 'unblocked') =>
  onCustomer(outcome, async ({ transaction, found }) => {
    await setBlocked(transaction, found, outcome === 'blocked');
    return maskContacts(found);
  });

/** The answers that were named, and wait no more. */
const leftOf = (ids: readonly string[] = [], changed: readonly string[]) =>
  ids
    .filter((id) => !changed.includes(id))
    .map((id) => ({ id, reason: 'there is no such answer, or it has arrived' }));

const NO_ERP = 'This portal has no part that reads orders from an ERP.';

const done = (work: string) => ({ event: 'operator', outcome: 'done', work }) as const;

/** What operators do on the database, by name: with a command, or by `operations/operator-pages/work-routes.ts`. */
export const operatorsWork = {
  'imports/list': define(none, ({ database }) => importStore(database).list(20)),
  'outbox/list': define(none, async ({ database, keys }) =>
    deadLetterStore(database).list((await keys()).contacts),
  ),
  'outbox/retry': define(letters, async ({ database }, { ids }, audit) => {
    const result = await deadLetterStore(database).retry(ids);
    if (result.retried.length > 0) audit?.(done('outbox/retry'));
    return result;
  }),
  'outbox/delete': define(v.union([letters, queued]), async ({ database }, given, audit) => {
    const letterStore = deadLetterStore(database);
    const result = 'queued' in given ? await letterStore.removeQueued() : await letterStore.remove(given.ids);
    if (result.deleted.length > 0) audit?.(done('outbox/delete'));
    return result;
  }),
  'answers/list': define(none, async ({ database }) => (await undeliveredAnswers(database)?.list()) ?? []),
  'answers/retry': define(letters, async ({ database }, { ids }, audit) => {
    const retried = (await undeliveredAnswers(database)?.retry(ids)) ?? [];
    if (retried.length > 0) audit?.(done('answers/retry'));
    return { retried, left: leftOf(ids, retried) };
  }),
  'answers/delete': define(letters, async ({ database }, { ids }, audit) => {
    const deleted = (await undeliveredAnswers(database)?.remove(ids)) ?? [];
    if (deleted.length > 0) audit?.(done('answers/delete'));
    return { deleted, left: leftOf(ids, deleted) };
  }),
  'erp/status': define(
    none,
    async ({ database }) => (await orderSourceWork()?.status(database)) ?? { refusal: NO_ERP },
  ),
  'erp/confirm': define(none, async ({ database }, _given, audit) => {
    const removed = (await orderSourceWork()?.confirmRemovals(database, audit)) ?? 0;
    audit?.(done('erp/confirm'));
    return { removed };
  }),
  'erp/read-again': define(none, async ({ database }, _given, audit) => {
    const begun = await orderSourceWork()?.readAgain(database);
    audit?.(done('erp/read-again'));
    return begun ?? { refusal: NO_ERP };
  }),
  'customer/find': define(wanted, (context, { text }) => findCustomers(context, text)),
  'customer/show': onCustomer('shown', viewCustomer, 'look'),
  'customer/orders': onCustomer('orders-shown', viewOrders, 'look'),
  'customer/export': onCustomer('exported', ({ transaction, found }) => exportOf(transaction, found), 'look'),
  'customer/unlock': onCustomer('unlocked', async ({ context, transaction, found }) => ({
    ...maskContacts(found),
    forgotten: await unlock(transaction, context.config.limits, found),
  })),
  'customer/resend': onCustomer('resent', resend),
  'customer/sign-out': onCustomer('signed-out', async ({ transaction, found }) => ({
    ...maskContacts(found),
    removed: await endAccess(transaction, found),
  })),
  'customer/block': blocking('blocked'),
  'customer/unblock': blocking('unblocked'),
  'customer/erase': onCustomer(
    'erased',
    async ({ context, transaction, found }) => ({
      ...maskContacts(found),
      removed: await eraseRows(transaction, found, (await context.keys()).erasures),
    }),
    'erase',
  ),
  'customer/readmit': define(byContact, async (context, given, audit) => {
    const contact = contactIn(context, given.contact);
    const { erasures } = await context.keys();
    if (!(await erasureStore(context.database, erasures).forget(contact.address)))
      return { refusal: `Nobody with ${contact.address} was erased. Check the spelling.` };
    audit?.(done('customer/readmit'));
    return { readmitted: maskContact(contact) };
  }),
  'tokens/list': define(none, ({ database }) => teamTokenStore(database).list()),
  'tokens/revoke': define(v.strictObject({ id: v.string() }), async ({ database }, { id }, audit) => {
    if (!(await teamTokenStore(database).revoke(id)))
      return { refusal: `No token ${id} is in use. See pnpm portal token list.` };
    audit?.(done('tokens/revoke'));
    return { revoked: id };
  }),
};

/** What commands do on the database, by name. Parameters and results are JSON. */
export const work = {
  ...operatorsWork,
  'database/state': define(none, ({ database }) => readState(database)),
  'database/running': define(none, async ({ database }) => ({
    depths: await outboxDepths(database, ['waiting', 'dead']),
    replicas: await replicaStore(database).list(),
    ...(await readConnections(database)),
  })),
  'releases/state': define(none, ({ database }) => readReleases(database)),
  'part/state': define(v.strictObject({ name: v.string() }), async ({ database }, { name }) => {
    const found = await PARTS.find((part) => part.name === name)?.checkRows?.(database);
    return { findings: found?.filter(isFinding) ?? [] };
  }),
  'erp/connect': define(v.strictObject({ grant: v.string() }), async (context, { grant }, audit) => {
    await orderSourceWork()?.connect({ database: context.database, keys: await context.keys() }, grant);
    audit?.(done('erp/connect'));
    return { connected: true };
  }),
  'tokens/create': define(newTokenSchema, async ({ database }, given, audit) => {
    const created = await teamTokenStore(database).create(given);
    audit?.({ ...done('tokens/create'), who: given.createdBy });
    return created;
  }),
  'order/delete': define(
    v.strictObject({ orderNbr: v.string() }),
    async ({ database }, { orderNbr }, audit) => {
      const [removed] = await database.transaction().execute(async (transaction) => {
        await lockImports(transaction);
        return removeOrders(transaction, [{ order_nbr: orderNbr, last_modified: null }]);
      });
      if (!removed)
        return { refusal: `There is no order ${orderNbr}. Write its number as customers see it.` };
      audit?.(removed);
      return { deleted: orderNbr, customerId: removed.customerId };
    },
  ),
  // Not audited: what it repeats is in the audit log.
  'customer/repeat': define(v.array(recordedSchema), async ({ database, keys }, lines) =>
    repeatRecorded(database, lines, (await keys()).erasures),
  ),
};

export type WorkName = keyof typeof work;

/** The result of some work, after its way through JSON. */
export type WorkResult<Name extends WorkName> = Json<Awaited<ReturnType<(typeof work)[Name]>>>;

type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Json<Value[Key]> }
    : Value;
