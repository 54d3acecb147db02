import * as v from 'valibot';
import {
  customerRecord,
  ignoredFields,
  keyOf,
  listIn,
  type CustomerRecord,
  type ImportedOrder,
} from './format';
import type { JsonRow } from './json-rows';

type Contacts = Omit<CustomerRecord, 'orders'>;

/** A customer or an order in an import. */
export interface Place {
  /** The number of the customer, from 1. */
  row: number;
  /** The index of the order; undefined for the customer. */
  order?: number;
  line: number;
  /** The number of the order, or the address or phone number of the customer, as the file has it. */
  key: string | undefined;
}

/** A reason not to load a record, or something that an operator should know about it. */
export interface Problem extends Place {
  /** The field that has it, such as `orders[2].Date`; empty for the customer. */
  field: string;
  /** The problem and the value that has it, as a sentence for the author of the file. */
  reason: string;
}

/** What an operator can work through. */
const MAX_PROBLEMS = 10_000;

/** The problems of a file; of too many, only the number of those left out. */
export class Problems {
  readonly first: Problem[] = [];
  more = 0;

  add(problem: Problem): void {
    if (this.first.length < MAX_PROBLEMS) this.first.push(problem);
    else this.more += 1;
  }
}

/** An order to load. */
export interface PlacedOrder {
  place: Place;
  record: ImportedOrder;
}

/** A valid customer. */
export interface ImportRow {
  place: Place;
  customer: Contacts;
  orders: PlacedOrder[];
}

/** `['orders', 2, 'Status']` → `orders[2].Status` */
const fieldOf = (path: readonly unknown[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

/** Compares by customer, then by order. */
const inOrder = (one: Place, other: Place): number =>
  one.row - other.row || (one.order ?? -1) - (other.order ?? -1);

/** Problems or notes as reports list them, in the order of the rows. */
export const reportRows = (problems: readonly Problem[]) =>
  problems.toSorted(inOrder).map(({ order: _, ...row }) => row);

/** Finds what several records have, though only one can. */
const createUniqueness = (problems: Problems) => {
  /** The first record of each order number, address as `email`, and address or number as `formerly`. */
  const named = new Map<string, Place>();
  /** All phone numbers, each with the one record so far that has nothing else. */
  const phones = new Map<string, Place | undefined>();

  /** Reports what an earlier record has. @param what such as `order 000019` */
  const isFirst = (place: Place, field: string, what: string): boolean => {
    const earlier = named.get(what);
    if (earlier)
      problems.add({ ...place, field, reason: `${what} appears twice, first in row ${earlier.row}` });
    else named.set(what, place);
    return earlier === undefined;
  };

  const hasOwnIdentity = (place: Place, { email, formerly }: Contacts): boolean =>
    [...new Set([email, formerly])].every((identity) => {
      if (identity === undefined) return true;
      const kind = identity.includes('@') ? 'email address' : 'phone number';
      return isFirst(place, identity === email ? 'email' : 'formerly', `${kind} ${identity}`);
    });

  /** Whether a record with only a phone number is the only one with it. Reports an earlier one that is not, too. */
  const hasClearPhone = (place: Place, { email, phone }: Contacts): boolean => {
    if (phone === undefined) return true;
    const isShared = phones.has(phone);
    const earlier = phones.get(phone);
    if (earlier) problems.add(severalCustomers(earlier, phone));
    const isClear = !isShared || email !== undefined;
    if (!isClear) problems.add(severalCustomers(place, phone));
    phones.set(phone, isShared || email !== undefined ? undefined : place);
    return isClear;
  };

  const hasOwnNumber = ({ place, record }: PlacedOrder): boolean =>
    isFirst(place, numberField(place), `order ${record.ServiceOrderNbr}`);

  return { hasOwnIdentity, hasClearPhone, hasOwnNumber };
};

/** Checks all about customers and orders that can be checked without a database, one customer after the other. */
export const createReader = () => {
  const problems = new Problems();
  const unique = createUniqueness(problems);
  const ignored = new Set<string>();
  let rows = 0;

  const addIssue = ({ path, message }: v.BaseIssue<unknown>, placeOf: (order: unknown) => Place) => {
    const steps: unknown[] = path?.map(({ key }) => key) ?? [];
    const name = steps.findLast((step) => typeof step === 'string') ?? 'a customer';
    const order = steps[0] === 'orders' ? steps[1] : undefined;
    problems.add({ ...placeOf(order), field: fieldOf(steps), reason: `${name} ${message}` });
  };

  return {
    /** @returns undefined for a customer who is not valid, or has such an order */
    read: ({ value, line, orderLines }: JsonRow): ImportRow | undefined => {
      rows += 1;
      const place = { row: rows, line, key: keyOf(value, ['email', 'phone']) };
      const given = listIn(value, 'orders');
      const placeOf = (order: unknown): Place =>
        typeof order === 'number'
          ? {
              row: rows,
              order,
              line: orderLines[order] ?? line,
              key: keyOf(given[order], ['ServiceOrderNbr']) ?? place.key,
            }
          : place;
      const { success, output, issues } = v.safeParse(customerRecord, value);
      if (!success) {
        for (const issue of issues) addIssue(issue, placeOf);
        return undefined;
      }
      for (const order of given) for (const name of ignoredFields(order)) ignored.add(name);
      const { orders, ...customer } = output;
      const placed = orders.map((record, order) => ({ place: placeOf(order), record }));
      // Each of these reports what it finds, also after another did.
      const hasIdentity = unique.hasOwnIdentity(place, customer);
      const hasPhone = unique.hasClearPhone(place, customer);
      const firsts = placed.filter(unique.hasOwnNumber);
      return hasIdentity && hasPhone ? { place, customer, orders: firsts } : undefined;
    },
    problems,
    ignored,
  };
};

/** The field with the number of an order. */
export const numberField = ({ order = 0 }: Place): string => fieldOf(['orders', order, 'ServiceOrderNbr']);

/** Nobody knows which customer with this number a record means. */
export const severalCustomers = (place: Place, phone: string): Problem => ({
  ...place,
  field: 'phone',
  reason: `phone number ${phone} belongs to several customers: add the email address of the one you mean`,
});
