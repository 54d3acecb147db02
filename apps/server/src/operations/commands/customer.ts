import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { callerDirectoryOf, UsageError, type Io, type Report } from '@portal/cli';
import * as v from 'valibot';
import { recordedSchema } from '../../identity/customers/repeat-store';
import { recordText, tableText, viewText } from './records';
import { configOf } from './operator';
import { runWork } from './run';

type Action =
  'show' | 'export' | 'unlock' | 'resend' | 'sign-out' | 'block' | 'unblock' | 'erase' | 'readmit';

/** Asks for confirmation. @returns the refusal, or undefined if the operator confirms */
const confirmErasure = async (summary: Report, contact: string, { ask }: Io): Promise<string | undefined> => {
  if (!ask)
    throw new UsageError(
      `Erasing needs a confirmation, and stdin is not a terminal. Add --yes: pnpm portal customer erase ${contact} --yes`,
    );
  const answer = await ask(`${summary.text}\n\nErase this customer for good? Type "erase": `);
  return answer.trim() === 'erase' ? undefined : 'Nothing was erased.';
};

/** Does what a command names, for one customer. */
export const reportOn = async (action: Action, contact: string, io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), `customer/${action}`, { contact });
  if ('refusal' in data) return { data, text: '', refusal: data.refusal };
  return { data, text: action === 'export' ? JSON.stringify(data, null, 2) : viewText(data) };
};

/** Lists the customers of a name, an address, a number, or an order. */
export const find = async (text: string, io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'customer/find', { text });
  return {
    data,
    text: tableText(data) || `No customer has ${text} in their name, or as address, number, or order.`,
  };
};

/** Shows the orders of a customer, or one with its event log, as the customer reads them. */
export const showOrders = async (contact: string, orderNbr: string | undefined, io: Io): Promise<Report> => {
  const sought = orderNbr === undefined ? { contact } : { contact, orderNbr };
  const data = await runWork(configOf(io), 'customer/orders', sought);
  if ('refusal' in data) return { data, text: '', refusal: data.refusal };
  const [order] = data.orders;
  if (orderNbr !== undefined && order) return { data, text: viewText(order) };
  const rows = data.orders.map(({ events: _, ...row }) => row);
  return { data, text: tableText(rows) || 'The customer has no orders.' };
};

/** Erases a customer, after a confirmation unless `isConfirmed`. */
export const erase = async (contact: string, isConfirmed: boolean, io: Io): Promise<Report> => {
  if (!isConfirmed) {
    const summary = await reportOn('show', contact, io);
    const refusal = summary.refusal ?? (await confirmErasure(summary, contact, io));
    if (refusal !== undefined) return { ...summary, refusal };
  }
  return reportOn('erase', contact, io);
};

const recordedText = v.pipe(v.string(), v.parseJson(), recordedSchema);

/** Repeats what the audit log has recorded since a backup: erasures, and choices of notifications. */
export const repeat = async (log: string, io: Io): Promise<Report> => {
  const lines: v.InferOutput<typeof recordedSchema>[] = [];
  const file = log === '-' ? undefined : await open(resolve(callerDirectoryOf(io), log));
  for await (const line of file?.readLines() ?? createInterface(process.stdin)) {
    // Compose puts the name of a server in front of its lines.
    const { success, output } = v.safeParse(recordedText, line.slice(line.indexOf('{')));
    if (success) lines.push(output);
  }
  // Several processes write it, and several files may be one here.
  lines.sort((one, other) => one.time - other.time);
  const data = await runWork(configOf(io), 'customer/repeat', lines);
  return { data, text: recordText(data) };
};
