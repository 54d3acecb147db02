import { runCommandLine, type Verbs } from './command-line';
import { RELEASE_VERBS } from './release-verbs';
import type { Io } from './verb';

/** Commands for operators, on the server's database, settings and customers. */
const SERVER_VERBS: Verbs = {
  import: () => import('./server/import').then(({ importVerb }) => importVerb),
  migrate: () => import('./server/migrate').then(({ migrateVerb }) => migrateVerb),
  outbox: () => import('./server/outbox').then(({ outboxVerb }) => outboxVerb),
  customer: () => import('./server/customer').then(({ customerVerb }) => customerVerb),
  doctor: () => import('./server/doctor').then(({ doctorVerb }) => doctorVerb),
};

/** Runs one command line of the whole `portal`, as `pnpm portal` does; returns its exit code. */
export const runPortal = (rawArgs: readonly string[], io: Io): Promise<number> =>
  runCommandLine({ ...RELEASE_VERBS, ...SERVER_VERBS }, rawArgs, io);
