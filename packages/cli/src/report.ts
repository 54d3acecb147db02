import { stripVTControlCharacters } from 'node:util';
import type { CommandFailure } from './failure';
import { hasColors, type Io } from './io';

/** The result of a command. */
export interface Report {
  /** For programs: printed as JSON with `--json`. */
  data: unknown;
  /** For people: one line or several. */
  text: string;
  warnings?: readonly string[];
  /** The command did its work, and the answer is no: exit code 1. */
  exitCode?: 1;
  /** Nothing was done, for this reason: exit code 1 and an error on stderr; `data` says more. */
  refusal?: string;
}

const ESCAPE = '\u001B';
const COLORS = new RegExp(`(${ESCAPE}\\[\\d+m)`);

/** Removes control characters and hidden colors: messages of remotes could take over the reader's terminal. */
const withoutControls = (text: string, isColored: boolean): string => {
  const clean = (part: string) => stripVTControlCharacters(part).replaceAll(/[^\P{Cc}\n]+/gu, ' ');
  if (!isColored) return clean(text);
  // Between the texts, `split` returns the colors.
  return text
    .split(COLORS)
    .map((part, index) => (index % 2 === 1 ? part : clean(part)))
    .join('');
};

/** @returns the exit code */
export const printFailure = ({ kind, message, exitCode }: CommandFailure, io: Io, json: boolean): number => {
  const text = json ? JSON.stringify({ error: { kind, message } }) : `portal: ${message}`;
  io.stderr.write(`${withoutControls(text, false)}\n`);
  return exitCode;
};

/** @returns the exit code */
export const printReport = (report: Report, io: Io, json: boolean): number => {
  const { data, text, warnings = [], exitCode = 0, refusal } = report;
  if (json) io.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
  if (refusal !== undefined)
    return printFailure({ kind: 'refused', message: refusal, exitCode: 1 }, io, json);
  if (json) return exitCode;
  io.stdout.write(`${withoutControls(text, hasColors(io.stdout, io.env))}\n`);
  for (const warning of warnings)
    io.stderr.write(`${withoutControls(`portal: warning: ${warning}`, false)}\n`);
  return exitCode;
};
