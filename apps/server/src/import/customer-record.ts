import * as v from 'valibot';
import { normalizeEmail, normalizePhone } from '../customers/contact';
import { eventRecord, orderRecord } from '../orders/order-record';
import { anObject, listField, textField } from '../orders/record-fields';

/** Normalized as at sign-in; otherwise the customer could not sign in. */
const identifier = (normalize: (text: string) => string | undefined, reason: string) =>
  v.pipe(
    textField,
    v.rawTransform<string | undefined, string | undefined>(({ dataset, addIssue, NEVER }) => {
      const normalized = dataset.value === undefined ? undefined : normalize(dataset.value);
      if (normalized === dataset.value || normalized !== undefined) return normalized;
      addIssue({ message: reason });
      return NEVER;
    }),
  );

/** A customer in an import file. The format is the portal's own, so an unknown field is a mistake. */
export const customerRecord = v.pipe(
  v.strictObject(
    {
      email: identifier(normalizeEmail, 'is not an email address'),
      phone: identifier(normalizePhone, 'is not a phone number with country code, such as +12025550123'),
      name: textField,
      orders: listField(orderRecord),
    },
    (issue) =>
      issue.expected === 'never'
        ? 'is an unknown field: a customer has email, phone, name and orders'
        : anObject(issue),
  ),
  v.check(
    ({ email, phone }) => Boolean(email ?? phone),
    'needs an email address or a phone number to sign in with',
  ),
);

export type CustomerRecord = v.InferOutput<typeof customerRecord>;

const records = v.fallback(v.array(v.fallback(v.record(v.string(), v.unknown()), {})), []);

const listIn = (record: Record<string, unknown>, name: string) => v.parse(records, record[name]);

const unknownTo = (entries: object, names: string[]) => names.filter((name) => !Object.hasOwn(entries, name));

/**
 * Names the fields of orders and events that an import ignores. ERP exports have many; a misspelled `Desciption`
 * must not vanish silently.
 * @returns the names, unique and sorted
 */
export const ignoredFields = (file: unknown): string[] => {
  const orders = v.parse(records, file).flatMap((customer) => listIn(customer, 'orders'));
  const events = orders.flatMap((order) => listIn(order, 'events'));
  const names = [
    ...unknownTo(orderRecord.entries, orders.flatMap(Object.keys)),
    ...unknownTo(eventRecord.entries, events.flatMap(Object.keys)),
  ];
  return [...new Set(names)].sort();
};
