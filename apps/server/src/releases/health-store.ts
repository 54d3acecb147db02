import { sql } from 'kysely';
import type { Database } from '../database/connect';
import type { Row } from '../database/schema';
import type { Health } from './health';

/** Reports about a version, to be added to those of other replicas. */
export type NewCounts = Omit<Row<'release_counts'>, 'name'>;

/** Two days of hours show a trend. */
const SHOWN_HOURS = 48;

/** Adds reports about a release. No two of the counts have the same version, period, hour, and cause. */
export const addCounts = async (
  database: Database,
  name: string,
  counts: readonly NewCounts[],
): Promise<void> => {
  await database
    .insertInto('release_counts')
    .values(counts.map((count) => ({ ...count, name })))
    .onConflict((conflict) =>
      conflict.columns(['name', 'version', 'period', 'hour', 'cause']).doUpdateSet((row) => ({
        shown: row('release_counts.shown', '+', row.ref('excluded.shown')),
        failed: row('release_counts.failed', '+', row.ref('excluded.failed')),
        opened: row('release_counts.opened', '+', row.ref('excluded.opened')),
        browsers_shown: row('release_counts.browsers_shown', '+', row.ref('excluded.browsers_shown')),
        browsers_failed: row('release_counts.browsers_failed', '+', row.ref('excluded.browsers_failed')),
        networks_shown: row('release_counts.networks_shown', '+', row.ref('excluded.networks_shown')),
        networks_failed: row('release_counts.networks_failed', '+', row.ref('excluded.networks_failed')),
      })),
    )
    .execute();
};

/** Reads what browsers reported about the versions of a release in a period. */
export const readHealth = async (database: Database, name: string, period: number): Promise<Health> => {
  const { rows } = await sql<Omit<NewCounts, 'period' | 'hour'>>`
    select version, cause, sum(shown)::integer as shown, sum(failed)::integer as failed,
      sum(opened)::integer as opened, sum(browsers_shown)::integer as browsers_shown,
      sum(browsers_failed)::integer as browsers_failed, sum(networks_shown)::integer as networks_shown,
      sum(networks_failed)::integer as networks_failed
    from release_counts where name = ${name} and period = ${period} group by version, cause`.execute(
    database,
  );
  const sumOf = (version: string, column: Exclude<keyof (typeof rows)[number], 'version' | 'cause'>) =>
    rows.filter((row) => row.version === version).reduce((sum, row) => sum + row[column], 0);
  const versions = [...new Set(rows.map(({ version }) => version))];
  return new Map(
    versions.map((version) => [
      version,
      {
        shown: sumOf(version, 'shown'),
        failed: sumOf(version, 'failed'),
        opened: sumOf(version, 'opened'),
        causes: Object.fromEntries(
          rows
            .filter((row) => row.version === version && row.failed > 0)
            .map(({ cause, failed }) => [cause, failed]),
        ),
        browsers: { shown: sumOf(version, 'browsers_shown'), failed: sumOf(version, 'browsers_failed') },
        networks: { shown: sumOf(version, 'networks_shown'), failed: sumOf(version, 'networks_failed') },
      },
    ]),
  );
};

/** Reads how the versions of a release fared in the last hours, by version and the beginning of the hour. */
export const readHours = async (database: Database, name: string) => {
  const { rows } = await sql<{ version: string; hour: Date; shown: number; failed: number }>`
    select version, hour, sum(shown)::integer as shown, sum(failed)::integer as failed from release_counts
    where name = ${name} and hour > now() - make_interval(hours => ${SHOWN_HOURS}) and shown + failed > 0
    group by version, hour order by hour`.execute(database);
  const hours: Record<string, Record<string, { shown: number; failed: number }>> = {};
  for (const { version, hour, shown, failed } of rows)
    hours[version] = { ...hours[version], [hour.toISOString()]: { shown, failed } };
  return hours;
};
