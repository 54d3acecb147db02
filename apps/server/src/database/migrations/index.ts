import type { Migration } from 'kysely';
import { schema } from './001-schema';

/** All migrations; they run in the order of their names. */
export const migrations: Record<string, Migration> = {
  '001-schema': schema,
};
