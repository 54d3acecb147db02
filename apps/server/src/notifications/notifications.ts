import type { Config } from '../config';
import { mayReach, type Channel } from '../customers/contact';
import type { Database } from '../database/connect';
import type { Content } from '../delivery/driver';
import { canReceive } from '../delivery/sms';
import type { Ending, Leased } from '../delivery/outbox-store';
import type { Keys } from '../keys';
import { messageI18n } from '../language/languages';
import { orderStore } from '../orders/order-store';
import { preferenceStore } from '../customers/preference-store';
import { createLinks } from './links';
import { orderMail, testMail, type MailContext } from './order-mail';
import { newsOf, newsSms, plainLine, subjectOf, testSms, testSubject, type OrderNews } from './order-news';

interface Dependencies {
  config: Pick<Config, 'brand' | 'publicUrl' | 'baseUrl' | 'customerUrl' | 'sms' | 'twilio' | 'languages'>;
  database: Database;
  keys: Pick<Keys, 'unsubscribe'>;
}

/** A message that is not a code. */
type Notification = Exclude<Leased, { kind: 'code' }>;

interface Context extends MailContext {
  config: Dependencies['config'];
}

interface Words {
  order: (news: readonly OrderNews[], context: Context) => Content;
  test: (context: Context) => Content;
}

const smsSender = ({ config: { brand, twilio }, i18n }: Context) => ({
  brand: brand.name,
  canReply: twilio === undefined || canReceive(twilio.from),
  i18n,
});

const linkTo =
  ({ links }: MailContext) =>
  (news: readonly OrderNews[]) =>
    news.length === 1 && news[0] ? links.order(news[0].orderNbr) : links.orders;

/** The texts of each channel. */
const words: Record<Channel, Words> = {
  email: { order: orderMail, test: testMail },
  sms: {
    order: (news, context) => ({
      subject: subjectOf(news, context.i18n),
      text: newsSms(news, { ...smsSender(context), link: linkTo(context) }),
    }),
    test: (context) => ({
      subject: testSubject(context.config.brand.name, context.i18n),
      text: testSms(smsSender(context)),
    }),
  },
};

/**
 * Prepares messages that are not codes right before they are sent, so that the customer's latest choice and address
 * apply, and the text describes the orders as they are now.
 */
export const createNotifications = ({ config, database, keys }: Dependencies) => {
  const links = createLinks({ config, keys });
  const preferences = preferenceStore(database);
  const orders = orderStore(database);

  const contentOf = async (message: Notification, context: Context): Promise<Content | undefined> => {
    const { order, test } = words[message.channel];
    if (message.kind === 'test') return test(context);
    const { customerId, changes } = message;
    const described = await orders.describe(
      customerId,
      changes.map(({ orderNbr }) => orderNbr),
    );
    const news = newsOf(changes, described, context.i18n);
    return news.length > 0 ? order(news, context) : undefined;
  };

  return {
    /** @returns the address and the content, or why nothing is sent */
    prepare: async (message: Notification): Promise<{ to: string; content: Content } | Ending> => {
      const { channel, customerId } = message;
      const customer = await preferences.find(customerId);
      if (!customer) return 'no-customer';
      const address = customer.addresses[channel];
      if (!customer.chosen[channel] || !address) return 'suppressed';
      if (!mayReach({ channel, address }, config.sms.countries)) return 'suppressed';
      const content = await contentOf(message, {
        config,
        links,
        customerId,
        name: customer.name && plainLine(customer.name),
        i18n: messageI18n(customer.language, config.languages),
      });
      return content ? { to: address, content } : 'suppressed';
    },
  };
};
