import { runPortal, runProcess, type Verbs } from '@portal/cli';

/** Commands for operators, on the server's database, settings and customers. */
const SERVER_VERBS: Verbs = {
  import: () => import('./commands/import').then(({ importVerb }) => importVerb),
  migrate: () => import('./commands/migrate').then(({ migrateVerb }) => migrateVerb),
  outbox: () => import('./commands/outbox').then(({ outboxVerb }) => outboxVerb),
  customer: () => import('./commands/customer').then(({ customerVerb }) => customerVerb),
  doctor: () => import('./doctor/command').then(({ doctorVerb }) => doctorVerb),
};

/** The process of `pnpm portal`, and of `portal` in the container. */
await runProcess((rawArgs, io) => runPortal(rawArgs, io, SERVER_VERBS));
// Exit even if a check of the doctor that timed out still holds a connection.
if (process.argv.includes('doctor')) setTimeout(() => process.exit(), 1000).unref();
