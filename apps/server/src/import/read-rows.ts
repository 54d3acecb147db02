import * as v from 'valibot';
import { customerRecord } from './customer-record';
import type { ImportRow } from './import-row';
import type { Path, Problem } from './problem';
import { findRepetitions } from './repetitions';

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

const notAList: Problem = { path: [], reason: 'the file must hold a list of customers in [ ]' };

/**
 * Reads the customers of an import file.
 * @returns the rows that can be loaded, and all that is wrong with the others
 */
export const readRows = (file: unknown): { rows: ImportRow[]; problems: Problem[] } => {
  if (!Array.isArray(file)) return { rows: [], problems: [notAList] };
  const read = file.map(readRow);
  const rows = read.flatMap((result) => ('row' in result ? [result.row] : []));
  const problems = read.flatMap((result) => ('problems' in result ? result.problems : []));
  return { rows, problems: [...problems, ...findRepetitions(rows)] };
};
