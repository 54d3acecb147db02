import type { Config } from '../config';
import { mayReach } from '../customers/contact';
import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import type { Keys } from '../keys';
import { messageI18n } from '../language/languages';
import { orderStore } from '../orders/order-store';
import { preferenceStore } from '../customers/preference-store';
import { channels } from './channels';
import { createLinks } from './links';
import { DeliveryError, type Content, type CustomerContext } from './message';
import { newsOf, oneLine } from './order-news';
import type { Ending, Leased } from './outbox-store';

const OTHER_KEY =
  'The code was encrypted with another SECRET_KEY. Give all servers the same one; the customer asks for a new code.';

interface Dependencies {
  config: Pick<Config, 'brand' | 'publicUrl' | 'baseUrl' | 'customerUrl' | 'sms' | 'twilio' | 'languages'>;
  database: Database;
  keys: Pick<Keys, 'unsubscribe'>;
}

type LeasedCode = Extract<Leased, { kind: 'code' }>;
type Notification = Exclude<Leased, LeasedCode>;

/** The address and the content of a message, or why it is not sent. */
export type Prepared = { to: string; content: Content } | Ending | DeliveryError;

/**
 * Prepares a message right before it is sent. Looks up the contact only here, so that the response to a code request
 * does not reveal whether the customer is known. The customer's latest choice and address apply, and the text describes
 * the orders as they are now.
 */
export const createPrepare = ({ config, database, keys }: Dependencies) => {
  const links = createLinks({ config, keys });
  const customers = customerStore(database);
  const preferences = preferenceStore(database);
  const orders = orderStore(database);

  const contextIn = (language: string | null) => ({
    config,
    links,
    i18n: messageI18n(language, config.languages),
  });

  const prepareCode = async ({ channel, recipient, code, language }: LeasedCode): Promise<Prepared> => {
    if (!(await customers.find({ channel, address: recipient }))) return 'no-customer';
    if (code === undefined) return new DeliveryError(OTHER_KEY, true);
    return { to: recipient, content: channels[channel].content.code(code, contextIn(language)) };
  };

  const contentOf = async (message: Notification, context: CustomerContext): Promise<Content | undefined> => {
    const { order, test } = channels[message.channel].content;
    if (message.kind === 'test') return test(context);
    const numbers = message.changes.map(({ orderNbr }) => orderNbr);
    const described = await orders.describe(message.customerId, numbers);
    const news = newsOf(message.changes, described, context.i18n);
    return news.length > 0 ? order(news, context) : undefined;
  };

  const prepareNotification = async (message: Notification): Promise<Prepared> => {
    const { channel, customerId } = message;
    const customer = await preferences.find(customerId);
    if (!customer) return 'no-customer';
    const address = customer.addresses[channel];
    if (!customer.chosen[channel] || !address) return 'suppressed';
    if (!mayReach({ channel, address }, config.sms.countries)) return 'suppressed';
    const name = customer.name && oneLine(customer.name);
    const content = await contentOf(message, { ...contextIn(customer.language), customerId, name });
    return content ? { to: address, content } : 'suppressed';
  };

  return async (leased: Leased): Promise<Prepared> => {
    if (leased.isExpired) return 'expired';
    return leased.kind === 'code' ? prepareCode(leased) : prepareNotification(leased);
  };
};
