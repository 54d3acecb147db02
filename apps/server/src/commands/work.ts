import { isRemoteName } from '@portal/releases';
import * as v from 'valibot';
import type { Audit } from '../audit/audit';
import { contactSchema, type Contact } from '../customers/contact';
import { recordedSchema, repeatRecorded } from '../customers/repeat-store';
import {
  eraseCustomer,
  exportCustomer,
  showCustomer,
  signCustomerOut,
} from '../customers/personal-data-store';
import type { Database } from '../database/connect';
import { readState } from '../database/state';
import { erpStore } from '../erp/erp-store';
import { importStore } from '../import/import-store';
import { deadLetterStore } from '../messages/dead-letter-store';
import { releaseVerbs, teamTokenStore } from '../releases/team-token-store';

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

/** A token to create. */
export const newTokenSchema = v.strictObject({
  /** One line: it becomes the author in the history. */
  team: v.pipe(v.string(), v.regex(/^\P{Cc}{1,100}$/u, 'must be the name of a team')),
  names: v.pipe(
    v.array(v.pipe(v.string(), v.check(isRemoteName, 'must be the name of a remote, or shell'))),
    v.minLength(1, 'must name a remote'),
  ),
  verbs: v.pipe(
    v.array(v.picklist(releaseVerbs, `must be one of ${releaseVerbs.join(', ')}`)),
    v.minLength(1, 'must name a verb'),
  ),
  days: v.pipe(
    v.number(),
    v.integer('must be whole days'),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(3650, 'must be at most 3650'),
  ),
  createdBy: v.optional(v.string(), 'operator'),
});

/** What commands do on the database, by name. Parameters and results are JSON. */
export const work = {
  'database/state': define(none, readState),
  'erp/state': define(none, async (database) => {
    const state = await erpStore(database, 'acumatica').read();
    return { freshAt: state?.fresh_at ?? null, failure: state?.failure ?? null };
  }),
  'imports/list': define(none, (database) => importStore(database).list(20)),
  'outbox/list': define(none, (database) => deadLetterStore(database).list()),
  'outbox/retry': define(letters, (database, { ids }) => deadLetterStore(database).retry(ids)),
  'outbox/delete': define(letters, (database, { ids }) => deadLetterStore(database).remove(ids)),
  'customer/show': define(customer, (database, { contact }) => showCustomer(database, contact)),
  'customer/export': audited('exported', exportCustomer),
  'customer/sign-out': audited('signed-out', signCustomerOut),
  'customer/erase': audited('erased', eraseCustomer),
  'tokens/list': define(none, (database) => teamTokenStore(database).list()),
  'tokens/create': define(newTokenSchema, async (database, given, audit) => {
    const created = await teamTokenStore(database).create(given);
    audit?.({ event: 'operator', outcome: 'done', work: 'tokens/create', who: given.createdBy });
    return created;
  }),
  'tokens/revoke': define(v.strictObject({ id: v.string() }), async (database, { id }, audit) => {
    const revoked = await teamTokenStore(database).revoke(id);
    if (revoked) audit?.({ event: 'operator', outcome: 'done', work: 'tokens/revoke' });
    return { revoked };
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

export const isWork = (name: string): name is WorkName => Object.hasOwn(work, name);
