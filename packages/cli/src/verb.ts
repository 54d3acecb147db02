import type { Command } from '@commander-js/extra-typings';
import { UsageError, type ChangeOutcome } from '@portal/releases';
import type { Io } from './io';
import type { AsOperator } from './releases';
import type { Report } from './report';

/** What a verb needs besides its arguments. */
export interface VerbContext {
  io: Io;
  /** Prints the result of a verb, and keeps its exit code. */
  print: (report: Report) => void;
  /** Absent where no portal runs: in the repository of a team. */
  asOperator: AsOperator | undefined;
}

/** Adds a verb: `portal.command(…)`. Heavy imports belong into its action. */
export type AddVerb = (portal: Command, context: VerbContext) => void;

/** The option that every verb has. */
export const JSON_OPTION = ['--json', 'print one JSON document'] as const;

/** Examples below the help of a verb: command lines without `pnpm portal`. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  pnpm portal ${line}\n`).join('')}`;

export const WHY = ['--why <text>', 'the reason, for the history'] as const;
export const DRY_RUN = ['--dry-run', 'say what would happen, change nothing'] as const;

/** Starts a verb that changes releases, with the options that all of them have. */
export const changeVerb = (portal: Command, name: string) =>
  portal
    .command(name)
    .option(...WHY)
    .option(...DRY_RUN)
    .option(...JSON_OPTION);

/** The part of a change that every call has. */
export const changeOf = ({ why, dryRun = false }: { why?: string; dryRun?: boolean }) => ({
  dryRun,
  ...(why !== undefined && { why }),
});

/** A change, as JSON. */
export const changeData = (
  { name, changed, live, canary, previous, warnings }: ChangeOutcome,
  dryRun: boolean,
) => ({
  name,
  changed,
  dryRun,
  live,
  canary,
  previous,
  warnings,
});

/** Splits a version of a remote, such as `orders@1.4.0`. */
export const readReference = (text: string): { name: string; version: string } => {
  const [, name, version] = /^([^@]+)@([^@]+)$/.exec(text) ?? [];
  if (name && version) return { name, version };
  throw new UsageError('Name a remote and its version, such as orders@1.4.0.');
};

/** @throws UsageError for anything but a whole number up to `max` */
export const readWhole = (option: string, text: string, max = Infinity): number => {
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  const range = max === Infinity ? '' : ` from 0 to ${max}`;
  throw new UsageError(`${option} must be a whole number${range}, not ${text}.`);
};
