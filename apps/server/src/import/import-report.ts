import * as v from 'valibot';
import { InvalidJsonError, lineNumbers } from './json-text';
import { NotAListError, type Problem } from './read-rows';
import type { Chunks } from './text-file';

const wrongRow = v.object({
  /** Counted from 1. */
  line: v.number(),
  reason: v.string(),
});

const counts = v.object({ new: v.number(), updated: v.number(), unchanged: v.number() });

const refusal = v.object({
  outcome: v.literal('refused'),
  /** The problems, in the order of the file. */
  rows: v.array(wrongRow),
  /** The number of problems left out of `rows`. */
  more: v.number(),
});

const acceptance = v.object({
  /** `checked` after a dry run. */
  outcome: v.picklist(['loaded', 'checked']),
  customers: counts,
  orders: counts,
  /** Fields of orders and events that the portal does not know; they were ignored. */
  ignoredFields: v.array(v.string()),
  /** Changed contacts, moved orders, and phone numbers that sign nobody in, in the order of the file. */
  notes: v.array(wrongRow),
});

/** The result of an import: the whole file was loaded, or nothing. */
const importReport = v.variant('outcome', [refusal, acceptance]);

type WrongRow = v.InferOutput<typeof wrongRow>;
export type Counts = v.InferOutput<typeof counts>;
export type Refusal = v.InferOutput<typeof refusal>;
export type ImportReport = v.InferOutput<typeof importReport>;

/**
 * The report on a file that cannot be read as a list.
 * @throws other errors again
 */
export const refuseError = (error: unknown): Refusal => {
  if (error instanceof NotAListError)
    return { outcome: 'refused', rows: [{ line: 1, reason: error.message }], more: 0 };
  if (!(error instanceof InvalidJsonError)) throw error;
  const { line, column, reason } = error.fault;
  return { outcome: 'refused', rows: [{ line, reason: `column ${column}: ${reason}` }], more: 0 };
};

const indexIn = (path: Problem['path'], at: number): number => (typeof path[at] === 'number' ? path[at] : -1);

/** Compares by customer, then by order: `[3, 'email']` comes before `[3, 'orders', 0]`. */
export const inOrder = ({ path: one }: Problem, { path: other }: Problem): number =>
  indexIn(one, 0) - indexIn(other, 0) || indexIn(one, 2) - indexIn(other, 2);

/** The lines of problems or notes, in the order of the file. */
export const linesOf = async (file: Chunks, problems: readonly Problem[]): Promise<WrongRow[]> => {
  if (problems.length === 0) return [];
  const lineOf = await lineNumbers(
    file,
    problems.flatMap(({ path, earlier }) => (earlier ? [path, earlier] : [path])),
  );
  return [...problems]
    .sort(inOrder)
    .map(({ path, reason, earlier }) => ({
      line: lineOf(path),
      reason: earlier ? `${reason}, first in line ${lineOf(earlier)}` : reason,
    }))
    .sort((one, other) => one.line - other.line);
};

/** The report on a file with problems. */
export const refuseFile = async (
  file: Chunks,
  problems: readonly Problem[],
  more: number,
): Promise<Refusal> => ({ outcome: 'refused', rows: await linesOf(file, problems), more });

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
