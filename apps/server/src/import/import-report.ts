import { InvalidJsonError, NotAListError } from './json-rows';
import { inOrder, type Problem, type Problems } from './read-rows';

interface WrongRow {
  /** Counted from 1. */
  line: number;
  reason: string;
}

export interface Counts {
  new: number;
  updated: number;
  unchanged: number;
}

interface Refusal {
  outcome: 'refused';
  /** The problems, in the order of the file. */
  rows: WrongRow[];
  /** The number of problems left out of `rows`. */
  more: number;
}

interface Acceptance {
  /** `checked` after a dry run. */
  outcome: 'loaded' | 'checked';
  customers: Counts;
  orders: Counts;
  /** Fields of orders and events that the portal does not know; they were ignored. */
  ignoredFields: string[];
  /** Changed contacts, moved orders, and phone numbers that sign nobody in, in the order of the file. */
  notes: WrongRow[];
}

/** The result of an import: the whole file was loaded, or nothing. */
export type ImportReport = Refusal | Acceptance;

/**
 * The report on a file that cannot be read as a list.
 * @throws other errors again
 */
export const refuseError = (error: unknown): Refusal => {
  if (error instanceof NotAListError)
    return { outcome: 'refused', rows: [{ line: 1, reason: error.message }], more: 0 };
  if (!(error instanceof InvalidJsonError)) throw error;
  const { line, column, reason } = error;
  return { outcome: 'refused', rows: [{ line, reason: `column ${column}: ${reason}` }], more: 0 };
};

/** The lines of problems or notes, in the order of the file. */
export const linesOf = (problems: readonly Problem[]): WrongRow[] =>
  problems.toSorted(inOrder).map(({ place: { line }, reason, earlier }) => ({
    line,
    reason: earlier ? `${reason}, first in line ${earlier.line}` : reason,
  }));

/** The report on a file with problems. */
export const refuseProblems = (problems: Problems): Refusal => ({
  outcome: 'refused',
  rows: linesOf(problems.all()),
  more: problems.more(),
});

const countsText = ({ new: added, updated, unchanged }: Counts): string =>
  `${added} new, ${updated} updated, ${unchanged} unchanged`;

const linesText = (rows: readonly WrongRow[]): string[] => {
  const width = Math.max(...rows.map(({ line }) => String(line).length));
  return rows.map(({ line, reason }) => `line ${String(line).padStart(width)}: ${reason}`);
};

const refusalText = ({ rows, more }: Refusal): string[] => {
  return [
    ...linesText(rows),
    ...(more > 0 ? [`and ${more} more`] : []),
    '',
    'Nothing was loaded. Fix the file and import it again.',
  ];
};

/** The report as text for a terminal, without a final line break. */
export const reportText = (report: ImportReport): string => {
  if (report.outcome === 'refused') return refusalText(report).join('\n');
  const { outcome, customers, orders, ignoredFields, notes } = report;
  return [
    outcome === 'checked' ? 'The file can be loaded; nothing was changed.' : 'Loaded.',
    `customers  ${countsText(customers)}`,
    `orders     ${countsText(orders)}`,
    ...(ignoredFields.length > 0 ? [`ignored    unknown fields: ${ignoredFields.join(', ')}`] : []),
    ...linesText(notes),
  ].join('\n');
};
