import type { Verbs } from '../command-line';

/** What an operator needs beside the server: its database, its settings, its customers. */
export const SERVER_VERBS: Verbs = {
  import: () => import('./import').then(({ importVerb }) => importVerb),
  migrate: () => import('./migrate').then(({ migrateVerb }) => migrateVerb),
  outbox: () => import('./outbox').then(({ outboxVerb }) => outboxVerb),
  customer: () => import('./customer').then(({ customerVerb }) => customerVerb),
  doctor: () => import('./doctor').then(({ doctorVerb }) => doctorVerb),
};
