import * as v from 'valibot';
import { eventRecord, orderRecord } from './order-record';

const records = v.fallback(v.array(v.fallback(v.record(v.string(), v.unknown()), {})), []);

const listIn = (record: Record<string, unknown>, name: string) => v.parse(records, record[name]);

const unknownTo = (entries: object, names: string[]) => names.filter((name) => !Object.hasOwn(entries, name));

/**
 * Names the fields of orders and events that an import leaves out. An ERP's export brings many; a misspelt
 * `Desciption` would otherwise vanish without a word.
 * @returns the names, each once, sorted
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
