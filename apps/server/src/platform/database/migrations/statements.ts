import { sql, type Migration } from 'kysely';

/** A migration that executes these statements, one after the other. */
export const statements = (...all: readonly string[]): Migration => ({
  up: async (db) => {
    for (const statement of all) await sql.raw(statement).execute(db);
  },
});
