import { sql } from 'kysely';
import * as v from 'valibot';
import type { Database } from './connect';
import { readSchema } from './migrate';

/** The state of a database: its migrations and its clock. */
export const stateSchema = v.object({
  pending: v.array(v.string()),
  newer: v.array(v.string()),
  /** The time on its clock, in milliseconds. */
  at: v.number(),
});

/** Reads the migrations and the clock of a database; changes nothing. */
export const readState = async (database: Database): Promise<v.InferOutput<typeof stateSchema>> => {
  const { pending, newer } = await readSchema(database);
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(database);
  return { pending, newer, at: rows[0]?.at ?? NaN };
};
