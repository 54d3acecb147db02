import * as v from 'valibot';
import { runOperatorCommand } from './operator';
import { UsageError } from '../failure';
import type { Io } from '../io';
import type { Report } from '../report';
import { examples, JSON_OPTION, type AddVerb } from '../verb';

const contacts = { email: v.nullable(v.string()), phone: v.nullable(v.string()) };
const several = v.object({ count: v.number(), newest: v.nullable(v.string()) });

const summarySchema = v.object({
  ...contacts,
  /** Other customers with the same phone number. */
  sharingPhone: v.number(),
  preferences: v.object({ email: v.boolean(), sms: v.boolean() }),
  since: v.string(),
  orders: several,
  sessions: several,
  knownBrowsers: several,
  messages: v.record(v.string(), v.number()),
  pendingCodes: v.number(),
});

const removalSchema = v.object({ ...contacts, removed: v.record(v.string(), v.number()) });

const named = ({ email, phone }: { email: string | null; phone: string | null }): string =>
  [email, phone].filter((one) => one !== null).join(', ');

const minutes = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

const severalText = ({ count, newest }: v.InferOutput<typeof several>, what: string): string =>
  newest === null ? String(count) : `${count}, ${what} ${minutes(newest)}`;

const summaryText = (summary: v.InferOutput<typeof summarySchema>): string => {
  const { sharingPhone, preferences, since, orders, sessions, knownBrowsers, messages, pendingCodes } =
    summary;
  const chosen = Object.entries(preferences).flatMap(([channel, isChosen]) => (isChosen ? [channel] : []));
  const counts = Object.entries(messages).map(([status, count]) => `${count} ${status}`);
  const rows = [
    ['customer', named(summary)],
    ...(sharingPhone > 0
      ? [['shared phone', `with ${sharingPhone} other customers: it signs in none of them`]]
      : []),
    ['since', minutes(since)],
    ['notified by', chosen.join(', ') || 'nothing'],
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

const removalText = (done: string) => (removal: v.InferOutput<typeof removalSchema>) =>
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

const show = (contact: string, io: Io) =>
  runOperatorCommand(
    { command: 'customer/show', parameters: { contact } },
    { schema: summarySchema, text: summaryText },
    io,
  );

const erase = async (contact: string, isConfirmed: boolean, io: Io): Promise<Report> => {
  if (!isConfirmed) {
    const summary = await show(contact, io);
    if (summary.refusal !== undefined) return summary;
    const refusal = await confirmErasure(summary, contact, io);
    if (refusal !== undefined) return { ...summary, refusal };
  }
  return runOperatorCommand(
    { command: 'customer/erase', parameters: { contact } },
    { schema: removalSchema, text: removalText('erased') },
    io,
  );
};

const signOutOrExport = (action: 'export' | 'sign-out', contact: string, io: Io): Promise<Report> => {
  const request = { command: `customer/${action}`, parameters: { contact } };
  return action === 'export'
    ? runOperatorCommand(
        request,
        { schema: v.looseObject({}), text: (data) => JSON.stringify(data, null, 2) },
        io,
      )
    : runOperatorCommand(request, { schema: removalSchema, text: removalText('signed out') }, io);
};

const DESCRIPTIONS = {
  show: 'Show what the portal knows about a customer.',
  export: 'Print all data of a customer as JSON.',
  'sign-out': 'Sign a customer out everywhere.',
};

export const addCustomer: AddVerb = (portal, { io, print }) => {
  const customer = portal
    .command('customer')
    .description('Show, export, sign out or erase one customer, by email address or phone number.')
    .addHelpText(
      'after',
      examples(
        'customer show ann@example.com',
        'customer export ann@example.com > ann.json',
        'customer sign-out +12025550123',
        'customer erase ann@example.com --yes',
      ),
    );
  const CONTACT = ['<contact>', 'an email address or a phone number'] as const;
  for (const action of ['show', 'export', 'sign-out'] as const)
    customer
      .command(action)
      .description(DESCRIPTIONS[action])
      .argument(...CONTACT)
      .option(...JSON_OPTION)
      .action(async (contact) =>
        print(await (action === 'show' ? show(contact, io) : signOutOrExport(action, contact, io))),
      );
  customer
    .command('erase')
    .description('Erase a customer for good.')
    .argument(...CONTACT)
    .option('--yes', 'erase without asking')
    .option(...JSON_OPTION)
    .action(async (contact, { yes = false }) => print(await erase(contact, yes, io)));
};
