import { InvalidJsonError } from './json-rows';
import type { Counts } from './load';
import { inOrder, type Problem } from './read-rows';

interface WrongRow {
  line: number;
  reason: string;
}

/** Nothing was loaded: the problems, in the order of the file. */
interface Refusal {
  outcome: 'refused';
  rows: WrongRow[];
}

interface Acceptance {
  /** `checked` after a dry run. */
  outcome: 'loaded' | 'checked';
  customers: Counts;
  orders: Counts;
  ignoredFields: string[];
  /** Changed contacts, moved orders, and phone numbers that sign nobody in, in the order of the file. */
  notes: WrongRow[];
}

/** The result of an import: the whole file was loaded, or nothing. */
export type ImportReport = Refusal | Acceptance;

/** The lines of problems or notes, in the order of the file. */
export const wrongRows = (problems: readonly Problem[]): WrongRow[] =>
  problems.toSorted(inOrder).map(({ place: { line }, reason, earlier }) => ({
    line,
    reason: earlier ? `${reason}, first in line ${earlier.line}` : reason,
  }));

/** The report on a file with problems. */
export const refuse = (problems: readonly Problem[]): Refusal => ({
  outcome: 'refused',
  rows: wrongRows(problems),
});

/** The report on a file that cannot be read as a list. @throws other errors again */
export const refuseError = (error: unknown): Refusal => {
  if (!(error instanceof InvalidJsonError)) throw error;
  const { line, column, reason } = error;
  return { outcome: 'refused', rows: [{ line, reason: `column ${column}: ${reason}` }] };
};

const countsText = ({ new: added, updated, unchanged }: Counts): string =>
  `${added} new, ${updated} updated, ${unchanged} unchanged`;

const linesText = (rows: readonly WrongRow[]): string[] => {
  const width = String(rows.at(-1)?.line).length;
  return rows.map(({ line, reason }) => `line ${String(line).padStart(width)}: ${reason}`);
};

/** The report as text for a terminal, without a final line break. */
export const reportText = (report: ImportReport): string => {
  if (report.outcome === 'refused')
    return [...linesText(report.rows), '', 'Nothing was loaded. Fix the file and import it again.'].join(
      '\n',
    );
  const { outcome, customers, orders, ignoredFields, notes } = report;
  return [
    outcome === 'checked' ? 'The file can be loaded; nothing was changed.' : 'Loaded.',
    `customers  ${countsText(customers)}`,
    `orders     ${countsText(orders)}`,
    ...(ignoredFields.length > 0 ? [`ignored    unknown fields: ${ignoredFields.join(', ')}`] : []),
    ...linesText(notes),
  ].join('\n');
};
