import type { I18n } from '@portal/texts/i18n';
import { channelNames, maskContact } from '../customers/contact';
import type { Database } from '../database/connect';
import { outboxStore } from './outbox-store';
import { Failure } from '../http/errors';
import type { Keys } from '../keys';
import { limitStore } from '../limits/limit-store';
import { durationText, testsPerCustomer } from '../limits/limits';
import { preferenceStore, type Reachability } from '../customers/preference-store';

interface Dependencies {
  database: Database;
  keys: Pick<Keys, 'outbox'>;
  wakeDelivery: () => void;
}

/** The contacts that the customer's messages go to. */
const chosenContacts = ({ chosen, addresses }: Reachability) =>
  channelNames.flatMap((channel) => {
    const address = chosen[channel] ? addresses[channel] : null;
    return address ? [{ channel, address }] : [];
  });

const tooSoon = (customerId: string, seconds: number) =>
  new Failure(
    429,
    (i18n) =>
      i18n.t('Please wait {time} before you ask for another test message.', {
        time: durationText(seconds, i18n),
      }),
    seconds,
  ).audited({ event: 'test-message', outcome: 'limited', customerId });

/** Queues one test message for every channel that a customer has chosen. */
export const createTestMessages = ({ database, keys, wakeDelivery }: Dependencies) => {
  const queue = (customerId: string) =>
    database.transaction().execute(async (transaction) => {
      const customer = await preferenceStore(transaction).find(customerId);
      const contacts = customer ? chosenContacts(customer) : [];
      if (contacts.length === 0) return [];
      const seconds = await limitStore(transaction).take(`tests/${customerId}`, testsPerCustomer);
      if (seconds > 0) throw tooSoon(customerId, seconds);
      const channels = contacts.map(({ channel }) => channel);
      await outboxStore(transaction, keys.outbox).queueTest(customerId, channels);
      return contacts.map(maskContact);
    });

  /** @throws Failure 429 when the customer asks too often */
  return async (customerId: string, i18n: I18n) => {
    const contacts = await queue(customerId);
    if (contacts.length === 0)
      return {
        success: false,
        message: i18n.t(
          'You get no messages at the moment. Choose email or SMS, save your preferences, and try again.',
        ),
      };
    wakeDelivery();
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(contacts);
    return {
      success: true,
      message: i18n.t('A test message is on its way to {contacts}.', { contacts: list }),
    };
  };
};
