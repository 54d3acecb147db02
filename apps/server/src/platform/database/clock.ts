import { sql } from 'kysely';

/** A moment on the database's clock, which all replicas share (docs/decisions/013-one-factor.md). */
export const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

export const secondsAgo = (seconds: number) => secondsFromNow(-seconds);

export const daysAgo = (days: number) => secondsAgo(days * 24 * 3600);
