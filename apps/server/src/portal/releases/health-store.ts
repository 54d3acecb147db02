import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { Row } from '../../platform/database/schema';
import type { Health } from './health';

/** Reports about a version, to be added to those of other replicas. */
export type NewCount = Omit<Row<'release_counts'>, 'name'>;

/** Two days of hours show a trend. */
const SHOWN_HOURS = 48;

/** Adds reports about a release. No two of the counts are about the same. */
export const addCounts = async (
  database: Database,
  name: string,
  counts: readonly NewCount[],
): Promise<void> => {
  await database
    .insertInto('release_counts')
    .values(counts.map((count) => ({ ...count, name })))
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'version', 'period', 'hour', 'what', 'cause'])
        .doUpdateSet((row) => ({ count: row('release_counts.count', '+', row.ref('excluded.count')) })),
    )
    .execute();
};

/** Reads what browsers reported about the versions of a release in a period. */
export const readHealth = async (database: Database, name: string, period: number): Promise<Health> => {
  const { rows } = await sql<Pick<NewCount, 'version' | 'what' | 'cause' | 'count'>>`
    select version, what, cause, sum(count)::integer as count from release_counts
    where name = ${name} and period = ${period} group by version, what, cause`.execute(database);
  const healthOf = (version: string) => {
    const own = rows.filter((row) => row.version === version);
    const sum = (what: NewCount['what']): number =>
      own.filter((row) => row.what === what).reduce((total, { count }) => total + count, 0);
    const failures = own.filter(({ what }) => what === 'failed');
    return {
      shown: sum('shown'),
      failed: sum('failed'),
      opened: sum('opened'),
      causes: Object.fromEntries(failures.map(({ cause, count }) => [cause, count])),
      browsers: { shown: sum('first-shown'), failed: sum('first-failed') },
      networks: { shown: sum('network-shown'), failed: sum('network-failed') },
    };
  };
  return new Map(rows.map(({ version }) => [version, healthOf(version)]));
};

/** Reads how the versions of a release fared in the last hours, by version and the beginning of the hour. */
export const readHours = async (database: Database, name: string) => {
  const { rows } = await sql<{ version: string; hour: Date; shown: number; failed: number }>`
    select version, hour, coalesce(sum(count) filter (where what = 'shown'), 0)::integer as shown,
      coalesce(sum(count) filter (where what = 'failed'), 0)::integer as failed
    from release_counts
    where name = ${name} and hour > now() - make_interval(hours => ${SHOWN_HOURS}) and what in ('shown', 'failed')
    group by version, hour order by hour`.execute(database);
  const hours: Record<string, Record<string, { shown: number; failed: number }>> = {};
  for (const { version, hour, shown, failed } of rows)
    hours[version] = { ...hours[version], [hour.toISOString()]: { shown, failed } };
  return hours;
};
