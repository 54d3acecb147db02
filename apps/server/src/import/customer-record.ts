import * as v from 'valibot';
import { normalizeEmail, normalizePhone } from '../customers/contact';
import {
  anObject,
  eventRecord,
  field,
  identifierField,
  identityField,
  listField,
  orderRecord,
  textField,
} from '../orders/order-record';

const LONGEST_NAME = 200;

/** A customer in an import file. The format is the portal's own, so an unknown field is a mistake. */
export const customerRecord = v.pipe(
  v.strictObject(
    {
      email: identifierField(normalizeEmail, 'is not an email address'),
      phone: identifierField(
        normalizePhone,
        'is not a phone number with country code and without extension, such as +12025550123',
      ),
      name: v.pipe(
        textField,
        v.optional(
          v.pipe(v.string(), v.maxLength(LONGEST_NAME, `is longer than ${LONGEST_NAME} characters`)),
        ),
      ),
      /** The identity before: `email` and `phone` replace both contacts of that customer. */
      formerly: identityField,
      orders: listField(orderRecord),
    },
    (issue) =>
      issue.expected === 'never'
        ? 'is an unknown field: a customer has email, phone, name, formerly and orders'
        : anObject(issue),
  ),
  v.check(
    ({ email, phone }) => Boolean(email ?? phone),
    'needs an email address or a phone number to sign in with',
  ),
);

/** A customer in an import file, without orders. */
export type CustomerFields = Omit<v.InferOutput<typeof customerRecord>, 'orders'>;

/** Takes the orders out of a record. If they are not a list, they stay in it, and its schema reports them. */
export const ordersOf = (record: unknown): { customer: unknown; orders: unknown[] } => {
  if (typeof record !== 'object' || record === null || !('orders' in record))
    return { customer: record, orders: [] };
  const orders: unknown = v.parse(field, record.orders);
  return Array.isArray(orders)
    ? { customer: { ...record, orders: [] }, orders }
    : { customer: record, orders: [] };
};

const records = v.fallback(v.array(v.fallback(v.record(v.string(), v.unknown()), {})), []);

const unknownTo = (entries: object, record: object) =>
  Object.keys(record).filter((name) => !Object.hasOwn(entries, name));

/** The fields of an order and its events that an import ignores: a misspelled `Desciption` must not vanish silently. */
export const ignoredFields = (order: unknown): string[] => {
  if (typeof order !== 'object' || order === null) return [];
  const events = v.parse(records, 'events' in order ? order.events : []);
  return [
    ...unknownTo(orderRecord.entries, order),
    ...events.flatMap((event) => unknownTo(eventRecord.entries, event)),
  ];
};
