import * as v from 'valibot';
import { normalizeEmail, normalizePhone } from '../../platform/contact/contact';
import {
  anObject,
  eventRecord,
  field,
  flagField,
  keyField,
  listField,
  orderRecord,
  text,
  textField,
} from '../records/order-record';

/** An address or number, normalized as at sign-in. @param reason the message for a text that `normalize` rejects */
const identifierField = (normalize: (text: string) => string | undefined, reason: string) =>
  v.pipe(keyField, v.optional(v.pipe(text, v.transform(normalize), v.string(reason))));

/** What identifies a customer: the email address, or without one the phone number. */
const identityField = identifierField(
  (text) => normalizeEmail(text) ?? normalizePhone(text),
  'is neither an email address nor a phone number with country code',
);

/** An order in an import, which can also move it or remove it. */
const importedOrder = v.object(
  {
    ...orderRecord.entries,
    /** The customer whom the order belonged to: without it, an import never moves an order. */
    movedFrom: identityField,
    /** Removes the order from the portal. */
    deleted: flagField,
  },
  anObject,
);

export type ImportedOrder = v.InferOutput<typeof importedOrder>;

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
      orders: listField(importedOrder),
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

export type CustomerRecord = v.InferOutput<typeof customerRecord>;

const recordOrEmpty = v.fallback(v.record(v.string(), v.unknown()), {});
const records = v.fallback(v.array(recordOrEmpty), []);

/** A list of a record that may be wrapped; empty for anything else. */
export const listIn = (record: unknown, name: string) =>
  v.parse(records, v.parse(field, v.parse(recordOrEmpty, record)[name]));

const LONGEST_KEY = 100;

/** What identifies a record to the author of the file, as written: the first of these fields. */
export const keyOf = (record: unknown, names: readonly string[]): string | undefined => {
  const given = v.parse(recordOrEmpty, record);
  const values = names.map((name) => v.parse(field, given[name]));
  const key = values.find((value) => typeof value === 'string' || typeof value === 'number');
  return key === undefined ? undefined : String(key).slice(0, LONGEST_KEY);
};

/** The report stores the names, without what no database can store. */
const unknownTo = (entries: object, record: object) =>
  Object.keys(record)
    .filter((name) => !Object.hasOwn(entries, name))
    .map((name) => name.replaceAll(/[\0\p{Surrogate}]/gu, ''));

/** The fields of an order and its events that an import ignores: a misspelled `Desciption` must not vanish silently. */
export const ignoredFields = (order: object): string[] => [
  ...unknownTo(importedOrder.entries, order),
  ...listIn(order, 'events').flatMap((event) => unknownTo(eventRecord.entries, event)),
];
