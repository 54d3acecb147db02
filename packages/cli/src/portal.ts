import { runCommandLine, type Verbs } from './command-line';
import { RELEASE_VERBS } from './release-verbs';
import type { Io } from './verb';

export type { Verbs } from './command-line';
export { callerDirectoryOf } from './config';
export { runProcess } from './process';
export { UsageError } from './usage-error';
export { defineVerb, hasColors, JSON_ARG, type Io, type Report } from './verb';

/**
 * Runs one command line of `portal`; returns its exit code.
 * @param more the commands of the portal's server, which a team's repository lacks
 */
export const runPortal = (rawArgs: readonly string[], io: Io, more: Verbs = {}): Promise<number> =>
  runCommandLine({ ...RELEASE_VERBS, ...more }, rawArgs, io);
