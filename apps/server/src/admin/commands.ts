import * as v from 'valibot';
import type { Audit } from '../audit/audit';
import { contactSchema, type Contact } from '../customers/contact';
import { eraseCustomer, exportCustomer, showCustomer, signCustomerOut } from '../customers/personal-data';
import type { Database } from '../database/connect';
import { readState } from '../database/state';
import { deadLetterStore } from '../messages/dead-letter-store';

/** An operator's command on the database. Its answer is JSON; a `refusal` in it explains why nothing was done. */
export type Command = (database: Database, parameters: unknown, audit?: Audit) => Promise<object>;

const command =
  <Schema extends v.GenericSchema>(
    parameters: Schema,
    run: (database: Database, given: v.InferOutput<Schema>, audit?: Audit) => Promise<object>,
  ): Command =>
  async (database, given, audit) =>
    run(database, v.parse(parameters, given), audit);

const none = v.strictObject({});
const customer = v.strictObject({ contact: contactSchema });

/** A command on one customer, which the audit log records unless it is refused. */
const audited = (
  outcome: 'exported' | 'signed-out' | 'erased',
  run: (database: Database, contact: Contact) => Promise<{ refusal: string } | { customerId: string }>,
) =>
  command(customer, async (database, { contact }, audit) => {
    const answer = await run(database, contact);
    if ('customerId' in answer)
      audit?.({ event: 'customer', outcome, customerId: answer.customerId, contact });
    return answer;
  });

/** Absent ids: all. */
const letters = v.strictObject({ ids: v.optional(v.array(v.string())) });

/**
 * The commands of operators by name. The running portal executes them on its admin socket; without one,
 * operator-command.ts executes them in its own process.
 */
export const commands = {
  'database/state': command(none, readState),
  'outbox/list': command(none, (database) => deadLetterStore(database).list()),
  'outbox/retry': command(letters, (database, { ids }) => deadLetterStore(database).retry(ids)),
  'outbox/delete': command(letters, (database, { ids }) => deadLetterStore(database).remove(ids)),
  'customer/show': command(customer, (database, { contact }) => showCustomer(database, contact)),
  'customer/export': audited('exported', exportCustomer),
  'customer/sign-out': audited('signed-out', signCustomerOut),
  'customer/erase': audited('erased', eraseCustomer),
} satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);
