/** @jsxRuntime automatic */
import type { I18n } from '@portal/texts/i18n';
import { channelNames, maskContact } from '../platform/contact/contact';
import { preferenceStore } from '../identity/customers/preference-store';
import { transact } from '../platform/database/connect';
import type { Portal } from '../platform/crypto/keys';
import { countAttempt } from '../platform/http/errors';
import { testsPerCustomer } from '../platform/limits/limits';
import { customerMail } from './mail/customer-mail';
import { ActionButton, Card, Heading, Text } from './mail/mail-frame';
import type { Content, Context, CustomerContext } from './message';
import { outboxStore } from './outbox-store';
import { customerSms } from './sms/sms';

const subjectOf = ({ config, i18n }: Context): string =>
  i18n.t('A test message from {brand}', { brand: config.brand.name });

/** The test mail that a customer requested on the preferences screen. */
export const testMail = (context: CustomerContext): Content => {
  const { config, i18n, links } = context;
  return customerMail(
    context,
    subjectOf(context),
    i18n.t('You’ll get emails about your service orders.'),
    <Card>
      <Heading>{i18n.t('This is a test')}</Heading>
      <Text>{i18n.t('You’ll get emails about your service orders at this address.')}</Text>
      <ActionButton href={links.orders} color={config.brand.primaryColor}>
        {i18n.t('View your orders')}
      </ActionButton>
    </Card>,
  );
};

/** The test text message. */
export const testSms = (context: Context): Content => ({
  subject: subjectOf(context),
  text: customerSms(
    context.i18n.t('This is a test. News about your service orders will look like this.'),
    '',
    context,
  ),
});

/** Queues a test message for every channel that a customer has chosen. @returns its contacts */
const queue = ({ database, keys }: Portal, customerId: string) =>
  transact(database, async (transaction) => {
    const customer = await preferenceStore(transaction).find(customerId);
    const contacts = channelNames.flatMap((channel) => {
      const address = customer?.chosen[channel] && customer.addresses[channel];
      return address ? [{ channel, address }] : [];
    });
    if (contacts.length === 0) return [];
    await countAttempt(transaction, [[`tests/${customerId}`, testsPerCustomer]], {
      message: (i18n, time) =>
        i18n.t('Please wait {time} before you ask for another test message.', { time }),
      event: { event: 'test-message', outcome: 'limited', customerId },
    });
    const channels = contacts.map(({ channel }) => channel);
    await outboxStore(transaction, keys.outbox).queueTest(customerId, channels);
    return contacts.map(maskContact);
  });

/** Sends a customer test messages. @throws Failure 429 when asked too often */
export const createTestMessages =
  (portal: Portal, wakeDelivery: () => void) => async (customerId: string, i18n: I18n) => {
    const contacts = await queue(portal, customerId);
    if (contacts.length === 0)
      return {
        success: false,
        message: i18n.t(
          'You’re not getting any messages at the moment. Choose email or SMS, save your preferences, and try again.',
        ),
      };
    wakeDelivery();
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(contacts);
    return {
      success: true,
      message: i18n.t('A test message is on its way to {contacts}.', { contacts: list }),
    };
  };
