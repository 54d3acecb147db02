import type { Command } from '@commander-js/extra-typings';
import type { Io } from './io';
import type { Report } from './report';

/** What a verb needs besides its arguments. */
export interface VerbContext {
  io: Io;
  /** Prints the result of a verb, and keeps its exit code. */
  print: (report: Report) => void;
}

/** Adds a verb: `portal.command(…)`. Heavy imports belong into its action. */
export type AddVerb = (portal: Command, context: VerbContext) => void;

/** The option that every verb has. */
export const JSON_OPTION = ['--json', 'print one JSON document'] as const;

/** Examples below the help of a verb: command lines without `pnpm portal`. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  pnpm portal ${line}\n`).join('')}`;
