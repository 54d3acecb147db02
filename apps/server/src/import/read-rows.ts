import * as v from 'valibot';
import { customerRecord, type CustomerRecord } from './customer-record';
import type { Path } from './json-text';

/** A reason not to load the file. */
export interface Problem {
  path: Path;
  /** The problem and the value that has it, as a sentence for the author of the file. */
  reason: string;
  /** For a duplicate: the path of its first occurrence. */
  earlier?: Path;
}

/** A customer of the file with orders, and its path in the file. */
export interface ImportRow {
  path: Path;
  customer: CustomerRecord;
}

type Issue = v.BaseIssue<unknown>;

const nameOf = (path: Path): string => path.filter((step) => typeof step === 'string').at(-1) ?? 'a customer';

const pathOf = (issue: Issue): Path =>
  (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));

const problemOf = (row: Path, issue: Issue): Problem => {
  const path = [...row, ...pathOf(issue)];
  return { path, reason: `${nameOf(path)} ${issue.message}` };
};

const readRow = (record: unknown, index: number): { row: ImportRow } | { problems: Problem[] } => {
  const read = v.safeParse(customerRecord, record);
  return read.success
    ? { row: { path: [index], customer: read.output } }
    : { problems: read.issues.map((issue) => problemOf([index], issue)) };
};

/** The values of a row that must be unique in the file. */
const uniqueValuesOf = ({ path, customer }: ImportRow): { name: string; path: Path }[] => [
  ...(customer.email ? [{ name: `email address ${customer.email}`, path: [...path, 'email'] }] : []),
  ...(customer.phone ? [{ name: `phone number ${customer.phone}`, path: [...path, 'phone'] }] : []),
  ...customer.orders.map(({ ServiceOrderNbr }, index) => ({
    name: `order ${ServiceOrderNbr}`,
    path: [...path, 'orders', index, 'ServiceOrderNbr'],
  })),
];

const findDuplicates = (rows: readonly ImportRow[]): Problem[] => {
  const first = new Map<string, Path>();
  return rows.flatMap(uniqueValuesOf).flatMap(({ name, path }) => {
    const earlier = first.get(name);
    if (!earlier) first.set(name, path);
    return earlier ? [{ path, reason: `${name} appears twice`, earlier }] : [];
  });
};

const notAList: Problem = { path: [], reason: 'the file must be a list of customers in [ ]' };

/**
 * Reads the customers of an import file.
 * @returns the valid rows, and the problems of the others
 */
export const readRows = (file: unknown): { rows: ImportRow[]; problems: Problem[] } => {
  if (!Array.isArray(file)) return { rows: [], problems: [notAList] };
  const read = file.map(readRow);
  const rows = read.flatMap((result) => ('row' in result ? [result.row] : []));
  const problems = read.flatMap((result) => ('problems' in result ? result.problems : []));
  return { rows, problems: [...problems, ...findDuplicates(rows)] };
};
