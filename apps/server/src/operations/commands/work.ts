import * as v from 'valibot';
import type { Audit } from '../../platform/audit/audit';
import { PARTS, undeliveredAnswers } from '../../parts';
import { isFinding } from '../../platform/config/finding';
import { contactSchema, type Contact } from '../../platform/contact/contact';
import { lockImports } from '../../identity/customers/customer-store';
import { recordedSchema, repeatRecorded } from '../../identity/customers/repeat-store';
import {
  eraseCustomer,
  exportCustomer,
  showCustomer,
  signCustomerOut,
} from '../../identity/customers/personal-data-store';
import type { Database } from '../../platform/database/connect';
import { readState } from '../../platform/database/migrate';
import { importStore } from '../../orders/import/import-store';
import { removeOrders } from '../../orders/import/load';
import { deadLetterStore } from '../../messages/dead-letter-store';
import { readReleases } from '../../portal/releases/release-store';
import { newTokenSchema, teamTokenStore } from '../../portal/releases/team-token-store';

const define =
  <Schema extends v.GenericSchema, Result extends object>(
    parameters: Schema,
    run: (database: Database, given: v.InferOutput<Schema>, audit?: Audit) => Promise<Result>,
  ) =>
  (database: Database, given: unknown, audit?: Audit): Promise<Result> =>
    run(database, v.parse(parameters, given), audit);

const none = v.strictObject({});
const customer = v.strictObject({ contact: contactSchema });
/** Absent ids: all. */
const letters = v.strictObject({ ids: v.optional(v.array(v.string())) });

/** Work on one customer, which the audit log records unless it is refused. */
const audited = <Result extends { refusal: string } | { customerId: string }>(
  outcome: 'exported' | 'signed-out' | 'erased',
  run: (database: Database, contact: Contact) => Promise<Result>,
) =>
  define(customer, async (database, { contact }, audit) => {
    const result = await run(database, contact);
    if ('customerId' in result)
      audit?.({ event: 'customer', outcome, customerId: result.customerId, contact });
    return result;
  });

/** The answers that were named, and wait no more. */
const leftOf = (ids: readonly string[] = [], changed: readonly string[]) =>
  ids
    .filter((id) => !changed.includes(id))
    .map((id) => ({ id, reason: 'there is no such answer, or it has arrived' }));

const done = (work: string) => ({ event: 'operator', outcome: 'done', work }) as const;

/** What operators do on the database, by name: with a command, or by `operations/operator-pages/work-routes.ts`. */
export const operatorsWork = {
  'imports/list': define(none, (database) => importStore(database).list(20)),
  'outbox/list': define(none, (database) => deadLetterStore(database).list()),
  'outbox/retry': define(letters, async (database, { ids }, audit) => {
    const result = await deadLetterStore(database).retry(ids);
    if (result.retried.length > 0) audit?.(done('outbox/retry'));
    return result;
  }),
  'outbox/delete': define(letters, async (database, { ids }, audit) => {
    const result = await deadLetterStore(database).remove(ids);
    if (result.deleted.length > 0) audit?.(done('outbox/delete'));
    return result;
  }),
  'answers/list': define(none, async (database) => (await undeliveredAnswers(database)?.list()) ?? []),
  'answers/retry': define(letters, async (database, { ids }, audit) => {
    const retried = (await undeliveredAnswers(database)?.retry(ids)) ?? [];
    if (retried.length > 0) audit?.(done('answers/retry'));
    return { retried, left: leftOf(ids, retried) };
  }),
  'answers/delete': define(letters, async (database, { ids }, audit) => {
    const deleted = (await undeliveredAnswers(database)?.remove(ids)) ?? [];
    if (deleted.length > 0) audit?.(done('answers/delete'));
    return { deleted, left: leftOf(ids, deleted) };
  }),
  'erp/confirm': define(none, async (database, _given, audit) => {
    let removed = 0;
    for (const part of PARTS) removed += (await part.confirmRemovals?.(database, audit)) ?? 0;
    audit?.(done('erp/confirm'));
    return { removed };
  }),
  'customer/show': define(customer, (database, { contact }) => showCustomer(database, contact)),
  'customer/export': audited('exported', exportCustomer),
  'customer/sign-out': audited('signed-out', signCustomerOut),
  'customer/erase': audited('erased', eraseCustomer),
  'tokens/list': define(none, (database) => teamTokenStore(database).list()),
  'tokens/revoke': define(v.strictObject({ id: v.string() }), async (database, { id }, audit) => {
    if (!(await teamTokenStore(database).revoke(id)))
      return { refusal: `No token ${id} is in use. See pnpm portal token list.` };
    audit?.(done('tokens/revoke'));
    return { revoked: id };
  }),
};

/** What commands do on the database, by name. Parameters and results are JSON. */
export const work = {
  ...operatorsWork,
  'database/state': define(none, readState),
  'releases/state': define(none, readReleases),
  'part/state': define(v.strictObject({ name: v.string() }), async (database, { name }) => {
    const found = await PARTS.find((part) => part.name === name)?.checkRows?.(database);
    return { findings: found?.filter(isFinding) ?? [] };
  }),
  'tokens/create': define(newTokenSchema, async (database, given, audit) => {
    const created = await teamTokenStore(database).create(given);
    audit?.({ ...done('tokens/create'), who: given.createdBy });
    return created;
  }),
  'order/delete': define(v.strictObject({ orderNbr: v.string() }), async (database, { orderNbr }, audit) => {
    const [removed] = await database.transaction().execute(async (transaction) => {
      await lockImports(transaction);
      return removeOrders(transaction, [{ order_nbr: orderNbr, last_modified: null }]);
    });
    if (!removed) return { refusal: `There is no order ${orderNbr}. Write its number as customers see it.` };
    audit?.(removed);
    return { deleted: orderNbr, customerId: removed.customerId };
  }),
  // Not audited: what it repeats is in the audit log.
  'customer/repeat': define(v.array(recordedSchema), repeatRecorded),
};

export type WorkName = keyof typeof work;

/** The result of some work, after its way through JSON. */
export type WorkResult<Name extends WorkName> = Json<Awaited<ReturnType<(typeof work)[Name]>>>;

type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Json<Value[Key]> }
    : Value;
