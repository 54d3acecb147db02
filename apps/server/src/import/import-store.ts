import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import type { LoadReport, Row } from '../database/schema';
import { DAY_SECONDS } from '../limits/limits';
import type { Problem } from './read-rows';

export type ImportSource = Row<'imports'>['source'];

const retentionSeconds = 30 * DAY_SECONDS;

const orderChanges = ['new', 'updated', 'unchanged', 'outdated'] as const;

/** What a person reads; a changed format can have a note for every customer. */
const MAX_NOTES = 100;

type Report = Pick<LoadReport, 'customers' | 'orders' | 'ignoredFields'> & { notes: readonly Problem[] };

/** The loads of customers and orders, for the operator. */
export const importStore = (database: Database) => ({
  /** Records a load in its transaction, so that a rolled back one leaves nothing. */
  record: async (source: ImportSource, { notes, ...counts }: Report) => {
    const [last] = await importStore(database).list(1, source);
    const totals = { ...counts.orders };
    if (last) for (const change of orderChanges) totals[change] += last.report.totals[change];
    const first = notes
      .slice(0, MAX_NOTES)
      .map(({ place, reason }) => ({ line: place.line, row: place.row, reason }));
    const report: LoadReport = { ...counts, totals, notes: first };
    await database
      .insertInto('imports')
      .values({ source, report: JSON.stringify(report) })
      .execute();
  },

  /** The newest loads, newest first; of one source if it is given, because deliveries of the webhook are many. */
  list: (limit: number, source?: ImportSource) => {
    const newest = database.selectFrom('imports').selectAll().orderBy('at', 'desc').limit(limit);
    return (source ? newest.where('source', '=', source) : newest).execute();
  },

  /** The newest load of each source. */
  latest: async () => [
    ...(await importStore(database).list(1, 'file')),
    ...(await importStore(database).list(1, 'webhook')),
    ...(await importStore(database).list(1, 'erp')),
  ],

  /** Deletes loads after 30 days, but keeps the newest of each source: it says since when no orders have come. */
  clean: () =>
    deleteInBatches(
      database,
      'imports',
      sql`at < ${secondsAgo(retentionSeconds)}
        and at < (select max(newer.at) from imports as newer where newer.source = imports.source)`,
    ),
});
