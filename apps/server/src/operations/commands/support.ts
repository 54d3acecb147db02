import { serviceOrderSchema } from '@portal/api/wire';
import * as v from 'valibot';
import { createSessions } from '../../identity/sessions/session-store';
import { countWrongCodes, locksOf } from '../../identity/codes/budgets';
import { resendCodes } from '../../identity/codes/request-code';
import { summaryOf, type Customer } from '../../identity/customers/personal-data-store';
import { supportStore } from '../../identity/customers/support-store';
import { linesOf } from '../../messages/mail/excerpt';
import { deadLetterStore } from '../../messages/dead-letter-store';
import { orderStore } from '../../orders/records/order-store';
import { textOf } from './records';
import type { Config } from '../../platform/config/config';
import { contactHash, contactsOf, maskContacts, readContact } from '../../platform/contact/contact';
import type { Keys } from '../../platform/crypto/keys';
import type { Database } from '../../platform/database/connect';

/** What work needs. Only some of it needs the keys, which the first use may create. */
export interface WorkContext {
  config: Config;
  database: Database;
  keys: () => Promise<Keys>;
}

/** What work on one customer gets. */
export interface CustomerWork {
  context: WorkContext;
  transaction: Database;
  found: Customer;
  orderNbr: string | undefined;
}

/** Finds customers by a part of their name, or by an address, a number, or an order. */
export const findCustomers = async ({ config, database }: WorkContext, text: string) => {
  if (text === '') return [];
  const found = await supportStore(database).find(text, readContact(text, config.sms.countries)?.address);
  return found.map((customer) => ({ ...customer, ...maskContacts(customer) }));
};

const listSchema = v.pipe(v.string(), v.parseJson(), v.array(serviceOrderSchema));

interface SignInState {
  blockedAt: Date | null;
  sharingPhone: number;
  locks: Awaited<ReturnType<typeof locksOf>>;
  lastCodes: Awaited<ReturnType<ReturnType<typeof supportStore>['lastCodes']>>;
}

/** Whether a code did not arrive: a dead one expires when it is of no more use, and keeps its reason. */
export const hasFailed = ({
  status,
  reason,
}: Pick<SignInState['lastCodes'][number], 'status' | 'reason'>): boolean =>
  status === 'dead' || (status === 'expired' && reason !== null);

/** Why the last code did not arrive, and what to do; undefined if it did. */
const codeFinding = ([last]: SignInState['lastCodes']): string | undefined => {
  if (!last) return undefined;
  const code = `The last code, of ${textOf(last.at)} by ${last.channel},`;
  if (hasFailed(last)) return `${code} failed: ${last.reason}. Mend that, then resend.`;
  if (last.status === 'waiting' && last.reason) return `${code} is late: ${last.reason}.`;
  if (last.status === 'over-budget') return `${code} was not sent: SMS_DAILY_BUDGET is used up.`;
  return last.status === 'no-customer'
    ? `${code} was not sent: nobody could sign in with it then.`
    : undefined;
};

/** What keeps a customer from signing in, and what mends it, the worst first. */
const findingsOf = ({ blockedAt, sharingPhone, locks, lastCodes }: SignInState): string[] => {
  // A shorter one is over before somebody can end it.
  const inAMinute = Date.now() + 60_000;
  const strangers = locks.filter(({ browser, until }) => browser === 'new' && until.getTime() > inAMinute);
  return [
    blockedAt && `Blocked since ${textOf(blockedAt)}: no code, no session. Unblock to let them in.`,
    ...strangers.map(
      ({ contact, refuses, until }) => `${contact}: no ${refuses} until ${textOf(until)}. Unlock ends that.`,
    ),
    codeFinding(lastCodes),
    sharingPhone > 0 && 'Others have the same phone number, so it signs nobody in. The email address does.',
  ].filter((finding) => typeof finding === 'string');
};

/** What an operator needs to help a customer. Nowhere else are contacts shown in full. */
export const viewCustomer = async ({ context, transaction, found: customer }: CustomerWork) => {
  const { config, keys } = context;
  const { contacts: key } = await keys();
  const support = supportStore(transaction);
  const sessions = await createSessions(transaction, config.session).list(customer.id);
  const summary = await summaryOf(transaction, customer);
  const locks = await locksOf(transaction, config.limits, customer);
  const lastCodes = await support.lastCodes(customer);
  return {
    findings: findingsOf({ ...summary, locks, lastCodes }),
    ...summary,
    contactHashes: contactsOf(customer).map((contact) => contactHash(key, contact)),
    wrongCodes: await countWrongCodes(transaction, customer),
    locks,
    lastCodes,
    lastMessages: await support.lastMessages(customer),
    openSessions: sessions.map(({ browser, system, country, last_seen_at: lastUsedAt }) => ({
      ...{ browser, system, country, lastUsedAt },
    })),
    lastImports: await support.lastImports(customer),
  };
};

/** An order as the screens of its customer read it; bodies of events are lines of text. */
const shownOrder = (order: v.InferOutput<typeof serviceOrderSchema>) => ({
  order: order.ServiceOrderNbr ?? null,
  description: order.Description ?? null,
  status: order.Status ?? null,
  date: order.Date ?? null,
  lastUpdated: order.LastModifiedDateTime ?? null,
  events: order.events.map(({ summary, status, created_at: at, created_by: by, body }) => ({
    ...{ at, summary, status, by, text: linesOf(body) },
  })),
});

/** A copy of what the screens get: all orders, or one with its whole event log. Nobody can act for the customer with it. */
export const viewOrders = async ({
  transaction,
  found: { id, name, email, phone },
  orderNbr,
}: CustomerWork) => {
  const store = orderStore(transaction);
  const who = name ?? email ?? phone ?? '';
  if (orderNbr === undefined)
    return { who, orders: v.parse(listSchema, await store.list(id)).map(shownOrder) };
  const order = await store.find(id, [orderNbr]);
  if (!order) return { refusal: `The customer has no order ${orderNbr}.` };
  const { document, events } = order;
  return { who, orders: [shownOrder(v.parse(serviceOrderSchema, { ...document, events }))] };
};

/** Sends again what did not reach a customer: a code for the browser that asked last, and messages that failed. */
export const resend = async ({ context, transaction, found: customer }: CustomerWork) => {
  if (customer.blocked_at) return { refusal: 'This customer is blocked. Unblock them first.' };
  const codes = await resendCodes(transaction, await context.keys(), customer);
  const failed = await supportStore(transaction).failedMessages(customer);
  const { retried } = await deadLetterStore(transaction).retry(failed);
  if (codes + retried.length > 0)
    return { ...maskContacts(customer), resent: { codes, messages: retried.length } };
  return {
    refusal:
      'Nothing failed, and no browser waits for a code. Let the customer press “Send Code”, then resend.',
  };
};
