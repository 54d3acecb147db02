import { sql } from 'kysely';

/** The database's clock, moved by some seconds: every replica goes by the same one (docs/decisions/010-clock.md). */
export const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** The moment some seconds ago, by the database's clock. */
export const secondsAgo = (seconds: number) => secondsFromNow(-seconds);
