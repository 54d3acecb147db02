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

/** Finds customers by a part of their name, or by an address, a number, or an order. */
export const findCustomers = async ({ config, database }: WorkContext, text: string) => {
  const found = await supportStore(database).find(text, readContact(text, config.sms.countries)?.address);
  return found.map((customer) => ({ ...customer, ...maskContacts(customer) }));
};

const listSchema = v.pipe(v.string(), v.parseJson(), v.array(serviceOrderSchema));

/** What an operator needs to help a customer. Nowhere else are contacts shown in full. */
export const viewCustomer = async (context: WorkContext, transaction: Database, customer: Customer) => {
  const { config, keys } = context;
  const { contacts: key } = await keys();
  const support = supportStore(transaction);
  const sessions = await createSessions(transaction, config.session).list(customer.id);
  return {
    ...(await summaryOf(transaction, customer)),
    contactHashes: contactsOf(customer).map((contact) => contactHash(key, contact)),
    wrongCodes: await countWrongCodes(transaction, customer),
    locks: await locksOf(transaction, config.limits, customer),
    lastCodes: await support.lastCodes(customer),
    lastMessages: await support.lastMessages(customer),
    openSessions: sessions.map(({ browser, system, country, last_seen_at: lastUsedAt }) => ({
      ...{ browser, system, country, lastUsedAt },
    })),
    lastImports: await support.lastImports(customer),
  };
};

/**
 * The orders as their customer reads them, or one with its event log, whose bodies are lines of text. It is a copy of
 * what the screens get, so nobody can act for the customer with it.
 */
export const viewOrders = async (transaction: Database, { id }: Customer, orderNbr?: string) => {
  const orders = orderStore(transaction);
  if (orderNbr === undefined) {
    const list = v.parse(listSchema, await orders.list(id));
    return {
      orders: list.map(({ ServiceOrderNbr, Description, Status, LastModifiedDateTime }) => ({
        order: ServiceOrderNbr ?? null,
        description: Description ?? null,
        status: Status ?? null,
        lastUpdated: LastModifiedDateTime ?? null,
      })),
    };
  }
  const found = await orders.find(id, [orderNbr]);
  if (!found) return { refusal: `The customer has no order ${orderNbr}.` };
  const read = v.parse(serviceOrderSchema, { ...found.document, events: found.events });
  return {
    orders: [
      {
        order: read.ServiceOrderNbr ?? null,
        description: read.Description ?? null,
        status: read.Status ?? null,
        date: read.Date ?? null,
        lastUpdated: read.LastModifiedDateTime ?? null,
        events: read.events.map(({ summary, status, created_at, created_by, body }) => ({
          ...{ at: created_at, summary, status, by: created_by, text: linesOf(body) },
        })),
      },
    ],
  };
};

/** Sends again what did not reach a customer: a code for the browser that asked last, and messages that failed. */
export const resend = async ({ keys }: WorkContext, transaction: Database, customer: Customer) => {
  if (customer.blocked_at) return { refusal: 'This customer is blocked. Unblock them first.' };
  const codes = await resendCodes(transaction, await keys(), customer);
  const failed = await supportStore(transaction).failedMessages(customer);
  const { retried } = await deadLetterStore(transaction).retry(failed);
  if (codes + retried.length > 0) return { codes, messages: retried.length };
  return {
    refusal:
      'Nothing failed, and no browser waits for a code. Let the customer press “Send Code”, then resend.',
  };
};
