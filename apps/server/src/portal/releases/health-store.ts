import type { FieldFailure } from '@portal/releases';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { Row } from '../../platform/database/schema';

/** What browsers reported about a version in a period: how often each outcome, and its failures by cause. */
export type Tally = Record<Row<'release_counts'>['what'], number> & { causes: Record<string, number> };

/** A version that fails on most pages is judged after this many failures. */
const FEW_FAILURES = 10;

/** Whether a version failed on most pages. */
export const isFailing = ({ shown, failed }: Tally): boolean => failed >= FEW_FAILURES && failed > shown;

/** By version. */
export type Health = ReadonlyMap<string, Tally>;

/** Two days of hours show a trend. */
const SHOWN_HOURS = 48;

/** A version without reports. */
const noReports = (): Tally => ({
  ...{ opened: 0, shown: 0, failed: 0, causes: {} },
  ...{ 'first-shown': 0, 'first-failed': 0, 'network-shown': 0, 'network-failed': 0 },
});

/** Reads what browsers reported about the versions of a release in a period. */
export const readHealth = async (database: Database, name: string, period: number): Promise<Health> => {
  const rows = await database
    .selectFrom('release_counts')
    .select(['version', 'what', 'cause', sql<number>`sum(count)::integer`.as('count')])
    .where('name', '=', name)
    .where('period', '=', period)
    .groupBy(['version', 'what', 'cause'])
    .execute();
  const health = new Map<string, Tally>();
  for (const { version, what, cause, count } of rows) {
    const tally = health.get(version) ?? noReports();
    health.set(version, tally);
    tally[what] += count;
    if (what === 'failed') tally.causes[cause] = count;
  }
  return health;
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

/** Reads how the versions of a release failed, the last first. */
export const readFailures = async (database: Database, name: string): Promise<FieldFailure[]> => {
  const { rows } = await sql<Omit<FieldFailure, 'last'> & { last: Date }>`
    select version, cause, message, stack, jsonb_object_agg(browser, count) as browsers,
      sum(count)::integer as count, max(last_at) as last
    from release_failures where name = ${name}
    group by look, version, cause, message, stack order by last desc`.execute(database);
  return rows.map(({ last, ...failure }) => ({ ...failure, last: last.toISOString() }));
};
