import { stripVTControlCharacters } from 'node:util';
import type { CommandFailure } from './failure';
import type { Io } from './io';

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

/** Removes control characters: messages of remotes could take over the reader's terminal. */
const withoutControls = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n]+/gu, ' ');

/** @returns the exit code */
export const printFailure = ({ kind, message, exitCode }: CommandFailure, io: Io, json: boolean): number => {
  const text = json ? JSON.stringify({ error: { kind, message } }) : `portal: ${message}`;
  io.stderr.write(`${withoutControls(text)}\n`);
  return exitCode;
};

/** @returns the exit code */
export const printReport = (report: Report, io: Io, json: boolean): number => {
  const { data, text, warnings = [], exitCode = 0, refusal } = report;
  if (json) io.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
  if (refusal !== undefined)
    return printFailure({ kind: 'refused', message: refusal, exitCode: 1 }, io, json);
  if (json) return exitCode;
  io.stdout.write(`${withoutControls(text)}\n`);
  for (const warning of warnings) io.stderr.write(`portal: warning: ${withoutControls(warning)}\n`);
  return exitCode;
};
