import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { callerDirectoryOf, UsageError, type Io, type Report } from '@portal/cli';
import * as v from 'valibot';
import { readContact, type Contact } from '../customers/contact';
import { recordedSchema } from '../customers/repeat-store';
import type { Config } from '../config/config';
import { configOf, runWork } from './run';
import type { WorkResult } from './work';

type Action = 'show' | 'export' | 'sign-out' | 'erase';

type Found<Name extends Action> = Exclude<WorkResult<`customer/${Name}`>, { refusal: string }>;

const named = ({ email, phone }: { email: string | null; phone: string | null }): string =>
  [email, phone].filter((one) => one !== null).join(', ');

const minutes = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

const severalText = ({ count, newest }: Found<'show'>['orders'], what: string): string =>
  newest === null ? String(count) : `${count}, ${what} ${minutes(newest)}`;

const chosenIn = (choices: Record<string, boolean>): string =>
  Object.keys(choices)
    .filter((name) => choices[name])
    .join(', ') || 'nothing';

const summaryText = (summary: Found<'show'>): string => {
  const { sharingPhone, preferences, events, mutedOrders, since } = summary;
  const { orders, sessions, knownBrowsers, messages, pendingCodes } = summary;
  const counts = Object.entries(messages).map(([status, count]) => `${count} ${status}`);
  const rows = [
    ['customer', named(summary)],
    ...(sharingPhone > 0
      ? [['shared phone', `with ${sharingPhone} other customers: it signs in none of them`]]
      : []),
    ['since', minutes(since)],
    ['notified by', chosenIn(preferences)],
    ['notified about', chosenIn(events)],
    ['muted orders', String(mutedOrders)],
    ['orders', severalText(orders, 'last modified')],
    ['sessions', severalText(sessions, 'last used')],
    ['known browsers', severalText(knownBrowsers, 'last sign-in')],
    ['pending codes', String(pendingCodes)],
    ['messages', counts.join(', ') || '0'],
  ];
  return rows.map(([label = '', value = '']) => `${label.padEnd(16)}${value}`).join('\n');
};

/** `knownBrowsers` → `known browsers` */
const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const removalText = (done: string, removal: Found<'sign-out' | 'erase'>) =>
  [
    `${named(removal)}: ${done}`,
    ...Object.entries(removal.removed).map(([what, count]) => `${words(what).padEnd(16)}${count} removed`),
  ].join('\n');

/** Asks for confirmation. @returns the refusal, or undefined if the operator confirms */
const confirmErasure = async (summary: Report, contact: string, { ask }: Io): Promise<string | undefined> => {
  if (!ask)
    throw new UsageError(
      `Erasing needs a confirmation, and stdin is not a terminal. Add --yes: pnpm portal customer erase ${contact} --yes`,
    );
  const answer = await ask(`${summary.text}\n\nErase this customer for good? Type "erase": `);
  return answer.trim() === 'erase' ? undefined : 'Nothing was erased.';
};

/** Contacts are normalized as at sign-in, so that every spelling finds the customer. @throws UsageError */
export const contactIn = (text: string, { sms }: Config): Contact => {
  const contact = readContact(text, sms.countries);
  if (contact) return contact;
  throw new UsageError(
    `${text} is neither an email address nor a phone number. Write ann@example.com or +12025550123.`,
  );
};

/** Does what a command names, for one customer. @throws UsageError when the contact is none */
export const reportOn = async (action: Action, contact: string, io: Io): Promise<Report> => {
  const config = configOf(io);
  const data = await runWork(config, `customer/${action}`, { contact: contactIn(contact, config) });
  if ('refusal' in data) return { data, text: '', refusal: data.refusal };
  if ('removed' in data)
    return { data, text: removalText(action === 'erase' ? 'erased' : 'signed out', data) };
  return { data, text: 'since' in data ? summaryText(data) : JSON.stringify(data, null, 2) };
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
  const text = `erased again      ${data.erased}\nchoices restored  ${data.chosen}`;
  return { data, text };
};
