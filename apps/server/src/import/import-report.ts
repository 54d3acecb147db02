import * as v from 'valibot';
import type { SyntaxFault } from './parse-json';
import { lineNumbers } from './line-numbers';
import type { Problem } from './problem';

const wrongRow = v.object({
  /** Counted from 1. */
  line: v.number(),
  reason: v.string(),
});

const counts = v.object({ new: v.number(), updated: v.number(), unchanged: v.number() });

const refusal = v.object({
  outcome: v.literal('refused'),
  /** What is wrong, by line; the first of it, when there is very much. */
  rows: v.array(wrongRow),
  /** How much more is wrong. */
  more: v.number(),
});

const acceptance = v.object({
  /** `checked` is what the same file would load without `--dry-run`. */
  outcome: v.picklist(['loaded', 'checked']),
  customers: counts,
  orders: counts,
  /** Fields of orders and events that the portal does not know; they were left out. */
  ignoredFields: v.array(v.string()),
});

/** How an import went: all of the file was loaded, or nothing. */
export const importReport = v.variant('outcome', [refusal, acceptance]);

export type Counts = v.InferOutput<typeof counts>;
export type Refusal = v.InferOutput<typeof refusal>;
export type ImportReport = v.InferOutput<typeof importReport>;

const longestReport = 50;

/** Refuses a text that is not JSON. */
export const refuseSyntax = ({ line, column, reason }: SyntaxFault): Refusal => ({
  outcome: 'refused',
  rows: [{ line, reason: `column ${column}: ${reason}` }],
  more: 0,
});

/** Refuses a file for all of its problems, sorted by line. */
export const refuse = (text: string, problems: readonly Problem[]): Refusal => {
  const lineOf = lineNumbers(
    text,
    problems.flatMap(({ path, earlier }) => (earlier ? [path, earlier] : [path])),
  );
  const rows = problems
    .map(({ path, reason, earlier }) => ({
      line: lineOf(path),
      reason: earlier ? `${reason}, first in line ${lineOf(earlier)}` : reason,
    }))
    .sort((one, other) => one.line - other.line);
  return {
    outcome: 'refused',
    rows: rows.slice(0, longestReport),
    more: Math.max(0, rows.length - longestReport),
  };
};
