import * as v from 'valibot';
import { contactSchema } from '../customers/contact';
import { eraseCustomer, exportCustomer, showCustomer, signCustomerOut } from '../customers/personal-data';
import type { Database } from '../database/connect';
import { readState } from '../database/state';
import { deadLetterStore } from '../delivery/dead-letter-store';

/** An operator's command on the database. Its answer is JSON; a `refusal` in it explains why nothing was done. */
export type Command = (database: Database, parameters: unknown) => Promise<object>;

const command =
  <Schema extends v.GenericSchema>(
    parameters: Schema,
    run: (database: Database, given: v.InferOutput<Schema>) => Promise<object>,
  ): Command =>
  async (database, given) =>
    run(database, v.parse(parameters, given));

const none = v.strictObject({});
const customer = v.strictObject({ contact: contactSchema });
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
  'customer/export': command(customer, (database, { contact }) => exportCustomer(database, contact)),
  'customer/sign-out': command(customer, (database, { contact }) => signCustomerOut(database, contact)),
  'customer/erase': command(customer, (database, { contact }) => eraseCustomer(database, contact)),
} satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);
