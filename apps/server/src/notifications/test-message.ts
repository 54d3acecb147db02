import { channelNames, maskContact } from '../customers/contact';
import type { Database } from '../database/connect';
import { outboxStore } from '../delivery/outbox-store';
import { Failure } from '../http/errors';
import type { Keys } from '../keys';
import { limitStore } from '../limits/limit-store';
import { durationText, testsPerCustomer } from '../limits/limits';
import { preferenceStore, type Reachability } from '../preferences/preference-store';

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

const nothingChosen = {
  success: false,
  message: 'You get no messages at the moment. Choose email or SMS, save your preferences, and try again.',
};

/** Queues one test message for every channel that a customer has chosen. */
export const createTestMessages = ({ database, keys, wakeDelivery }: Dependencies) => {
  const queue = (customerId: string) =>
    database.transaction().execute(async (transaction) => {
      const customer = await preferenceStore(transaction).find(customerId);
      const contacts = customer ? chosenContacts(customer) : [];
      if (contacts.length === 0) return [];
      const seconds = await limitStore(transaction).take(`tests/${customerId}`, testsPerCustomer);
      if (seconds > 0)
        throw new Failure(
          429,
          `Please wait ${durationText(seconds)} before you ask for another test message.`,
          seconds,
        ).audited({ event: 'test-message', outcome: 'limited', customerId });
      await outboxStore(transaction, keys.outbox).queueTest(
        customerId,
        contacts.map(({ channel }) => channel),
      );
      return contacts;
    });

  /** @throws Failure 429 when the customer asks too often */
  return async (customerId: string) => {
    const contacts = await queue(customerId);
    if (contacts.length === 0) return nothingChosen;
    wakeDelivery();
    return {
      success: true,
      message: `A test message is on its way to ${contacts.map(maskContact).join(' and ')}.`,
    };
  };
};
