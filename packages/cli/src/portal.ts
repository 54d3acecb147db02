import { runCommandLine } from './command-line';
import { RELEASE_VERBS } from './release-verbs';
import { SERVER_VERBS } from './server/server-verbs';
import type { Io } from './verb';

/** Runs one command line of the whole `portal`, as `pnpm portal` does; returns its exit code. */
export const runPortal = (rawArgs: readonly string[], io: Io): Promise<number> =>
  runCommandLine({ ...RELEASE_VERBS, ...SERVER_VERBS }, rawArgs, io);
