import * as v from 'valibot';
import { orderRecord, type OrderRecord } from '../orders/order-record';
import { customerRecord, ignoredFields, ordersOf, type CustomerFields } from './customer-record';
import { parsePieces, type Path } from './json-text';
import type { Chunks } from './text-file';

/** A reason not to load the file. */
export interface Problem {
  path: Path;
  /** The problem and the value that has it, as a sentence for the author of the file. */
  reason: string;
  /** For a duplicate: the path of its first occurrence. */
  earlier?: Path;
}

/** An unchecked value from a file or a delivery: an order, or a customer without orders. */
interface Entry {
  /** The index of the customer. */
  row: number;
  /** The index of the order; undefined for the customer. */
  order?: number;
  value: unknown;
}

/** The values to load; they can be read several times. */
export type Entries = AsyncIterable<Entry>;

/** A customer to load. */
export interface ImportRow {
  row: number;
  customer: CustomerFields;
}

/** The position of an order in the import. */
export interface OrderPlace {
  row: number;
  order: number;
  movedFrom?: string | undefined;
}

/** The file is JSON, but not a list. */
export class NotAListError extends Error {
  override readonly name = 'NotAListError';

  constructor() {
    super('the file must be a list of customers in [ ]');
  }
}

const entriesOf = (record: unknown, row: number): Entry[] => {
  const { customer, orders } = ordersOf(record);
  return [{ row, value: customer }, ...orders.map((value, order) => ({ row, order, value }))];
};

/**
 * Reads the customers and orders of a file piece by piece, never the whole file at once.
 * @throws InvalidJsonError, NotAListError, and the errors of the file
 */
const readEntries = async function* (chunks: Chunks, mayBeOne: boolean): AsyncGenerator<Entry> {
  for await (const { piece, value } of parsePieces(chunks)) {
    const { row, order, isCut } = piece;
    if (row === undefined) {
      if (Array.isArray(value) || (mayBeOne && isCut)) continue;
      if (!mayBeOne) throw new NotAListError();
      yield { row: 0, value };
    } else if (order !== undefined) yield { row, order, value };
    else if (isCut) yield { row, value: Object.assign(value ?? {}, { orders: [] }) };
    else yield* entriesOf(value, row);
  }
};

/**
 * The customers and orders of a file.
 * @param mayBeOne whether it may also be a single customer, without a list
 */
export const fileEntries = (chunks: Chunks, { mayBeOne = false } = {}): Entries => ({
  [Symbol.asyncIterator]: () => readEntries(chunks, mayBeOne),
});

type Issue = v.BaseIssue<unknown>;

const nameOf = (path: Path): string => path.filter((step) => typeof step === 'string').at(-1) ?? 'a customer';

const pathOf = (issue: Issue): Path =>
  (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));

const problemOf = (start: Path, issue: Issue): Problem => {
  const path = [...start, ...pathOf(issue)];
  return { path, reason: `${nameOf(path)} ${issue.message}` };
};

/** The path to an order. */
export const orderPath = ({ row, order }: OrderPlace): Path => [row, 'orders', order];

/** Remembers the first place of each value, and reports duplicates. */
const uniqueness = <At>(nameOfValue: string, pathTo: (at: At) => Path) => {
  const first = new Map<string, At>();
  const check = (value: string | undefined, at: At): Problem[] => {
    if (value === undefined) return [];
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, at);
    return earlier === undefined
      ? []
      : [{ path: pathTo(at), reason: `${nameOfValue} ${value} appears twice`, earlier: pathTo(earlier) }];
  };
  return { first, check };
};

/** The result of the first reading of a file. */
export interface Reading {
  /** The valid customers. */
  rows: ImportRow[];
  /** The valid orders, by number. They are read again to be written. */
  orders: ReadonlyMap<string, OrderPlace>;
  /** In the order of the file. */
  problems: Problem[];
  /** The number of problems left out of `problems`. */
  more: number;
  /** The names of fields that an import ignores, unique and sorted. */
  ignored: string[];
}

/** Bounds the memory for a file in which every row is wrong. */
const MAX_PROBLEMS = 10_000;

/** Reads customers and orders, and checks all that can be checked without a database. */
export const readRows = async (entries: Entries): Promise<Reading> => {
  const rows: ImportRow[] = [];
  const problems: Problem[] = [];
  let more = 0;
  const ignored = new Set<string>();
  const emails = uniqueness<number>('email address', (row) => [row, 'email']);
  const orders = uniqueness<OrderPlace>('order', (at) => [...orderPath(at), 'ServiceOrderNbr']);

  const readCustomer = (value: unknown, row: number) => {
    const read = v.safeParse(customerRecord, value);
    if (!read.success) return read.issues.map((issue) => problemOf([row], issue));
    const { orders: _, ...customer } = read.output;
    rows.push({ row, customer });
    return emails.check(customer.email, row);
  };

  const readOrder = (value: unknown, at: OrderPlace) => {
    const read = v.safeParse(orderRecord, value);
    if (!read.success) return read.issues.map((issue) => problemOf(orderPath(at), issue));
    for (const name of ignoredFields(value)) ignored.add(name);
    const { ServiceOrderNbr, movedFrom } = read.output;
    return orders.check(ServiceOrderNbr, { ...at, movedFrom });
  };

  for await (const { row, order, value } of entries) {
    const found = order === undefined ? readCustomer(value, row) : readOrder(value, { row, order });
    for (const problem of found)
      if (problems.length < MAX_PROBLEMS) problems.push(problem);
      else more += 1;
  }
  return { rows, orders: orders.first, problems, more, ignored: [...ignored].sort() };
};

/** The file changed between the two readings. */
class FileChangedError extends Error {
  override readonly name = 'FileChangedError';

  constructor() {
    super('The file changed while it was imported. Nothing was loaded. Import it again.');
  }
}

/**
 * Reads the orders again, in the order of the file.
 * @param reading of the same entries, without problems
 */
export const readOrders = async function* (
  entries: Entries,
  { orders }: Reading,
): AsyncGenerator<{ row: number; record: OrderRecord }> {
  for await (const { row, order, value } of entries) {
    if (order === undefined) continue;
    const read = v.safeParse(orderRecord, value);
    const known = read.success && orders.get(read.output.ServiceOrderNbr);
    if (!read.success || !known || known.row !== row || known.order !== order) throw new FileChangedError();
    yield { row, record: read.output };
  }
};
