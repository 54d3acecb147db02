import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { Row } from '../../platform/database/schema';

/** Reports about a version, to be added to those of other replicas. */
export type NewCount = Row<'release_counts'>;

/** A failure in a browser. */
export type NewFailure = Pick<
  Row<'release_failures'>,
  'name' | 'version' | 'cause' | 'message' | 'stack' | 'browser' | 'last_at'
>;

/** Reports can be made up, so there are limits. */
const MOST_LOOKS = 20;
const MOST_BROWSERS = 8;

const lookOf = ({ version, cause, message, stack: [top] }: NewFailure): string =>
  createHash('sha256')
    .update(JSON.stringify([version, cause, message, top]))
    .digest('base64url');

/** If there are too many, the newest stays, and those that occurred most. */
const forgetRare = (database: Database, name: string) =>
  sql`with looks as (
      select look, sum(count) as total, max(last_at) as last from release_failures where name = ${name} group by look
    ), ranked as (
      select look, row_number() over (order by last = (select max(last) from looks) desc, total desc, last desc) as place
      from looks
    ), browsers as (
      select look, browser, row_number() over (partition by look order by count desc, last_at desc) as place
      from release_failures where name = ${name}
    )
    delete from release_failures as f using ranked, browsers
    where f.name = ${name} and ranked.look = f.look and browsers.look = f.look and browsers.browser = f.browser
      and (ranked.place > ${MOST_LOOKS} or browsers.place > ${MOST_BROWSERS})`.execute(database);

/** Adds failures to those that look alike. */
export const addFailures = async (database: Database, failures: readonly NewFailure[]): Promise<void> => {
  for (const failure of failures)
    await database
      .insertInto('release_failures')
      .values({ ...failure, look: lookOf(failure), stack: JSON.stringify(failure.stack), count: 1 })
      .onConflict((conflict) =>
        conflict.columns(['name', 'look', 'browser']).doUpdateSet((row) => ({
          count: row('release_failures.count', '+', 1),
          last_at: row.ref('excluded.last_at'),
        })),
      )
      .execute();
  for (const name of new Set(failures.map((failure) => failure.name))) await forgetRare(database, name);
};

/** Adds reports. No two of the counts are about the same. */
export const addCounts = async (database: Database, counts: readonly NewCount[]): Promise<void> => {
  if (counts.length === 0) return;
  await database
    .insertInto('release_counts')
    .values(counts)
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'version', 'period', 'hour', 'what', 'cause'])
        .doUpdateSet((row) => ({ count: row('release_counts.count', '+', row.ref('excluded.count')) })),
    )
    .execute();
};
