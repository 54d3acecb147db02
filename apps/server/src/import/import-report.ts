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
  /** The first problems, by line. */
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
});

/** The result of an import: the whole file was loaded, or nothing. */
export const importReport = v.variant('outcome', [refusal, acceptance]);

export type Counts = v.InferOutput<typeof counts>;
export type Refusal = v.InferOutput<typeof refusal>;
export type ImportReport = v.InferOutput<typeof importReport>;

const MAX_ROWS = 50;

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

/** The report on a file with problems, sorted by line. */
export const refuseFile = async (file: Chunks, problems: readonly Problem[]): Promise<Refusal> => {
  const lineOf = await lineNumbers(
    file,
    problems.flatMap(({ path, earlier }) => (earlier ? [path, earlier] : [path])),
  );
  const rows = problems
    .map(({ path, reason, earlier }) => ({
      line: lineOf(path),
      reason: earlier ? `${reason}, first in line ${lineOf(earlier)}` : reason,
    }))
    .sort((one, other) => one.line - other.line);
  return { outcome: 'refused', rows: rows.slice(0, MAX_ROWS), more: Math.max(0, rows.length - MAX_ROWS) };
};

const countsText = ({ new: added, updated, unchanged }: Counts): string =>
  `${added} new, ${updated} updated, ${unchanged} unchanged`;

const refusalText = ({ rows, more }: Refusal): string[] => {
  const width = Math.max(...rows.map(({ line }) => String(line).length));
  return [
    ...rows.map(({ line, reason }) => `line ${String(line).padStart(width)}: ${reason}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    '',
    'Nothing was loaded. Fix the file and import it again.',
  ];
};

/** The report as text for a terminal, without a final line break. */
export const reportText = (report: ImportReport): string => {
  if (report.outcome === 'refused') return refusalText(report).join('\n');
  const { outcome, customers, orders, ignoredFields } = report;
  return [
    outcome === 'checked' ? 'The file can be loaded; nothing was changed.' : 'Loaded.',
    `customers  ${countsText(customers)}`,
    `orders     ${countsText(orders)}`,
    ...(ignoredFields.length > 0 ? [`ignored    unknown fields: ${ignoredFields.join(', ')}`] : []),
  ].join('\n');
};
