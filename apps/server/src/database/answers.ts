import { sql } from 'kysely';
import type { Database } from './connect';

/** Resolves when the database answers, rejects with the reason when it does not. */
export const databaseAnswers = async (database: Database): Promise<object> => {
  await sql`select 1`.execute(database);
  return {};
};
