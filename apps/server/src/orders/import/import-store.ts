import { sql } from 'kysely';
import { hashToken } from '../../platform/crypto/secrets';
import type { Database } from '../../platform/database/connect';
import type { LoadReport, Row } from '../../platform/database/schema';
import type { Problem } from './read-rows';

export type ImportSource = Row<'imports'>['source'];

const orderChanges = ['new', 'updated', 'unchanged', 'outdated'] as const;

/** What a person reads; a changed format can have a note for every customer. */
const MAX_NOTES = 100;

/** What a load did. An `outdated` order is older than the stored one, which stays as it is. */
export type Loaded = Pick<LoadReport, 'customers' | 'orders' | 'ignoredFields'> & { notes: Problem[] };

/** The loads of customers and orders, for the operator. */
export const importStore = (database: Database) => ({
  /** Records a load in its transaction, so that a rolled back one leaves nothing. */
  record: async (
    source: ImportSource,
    { customers, orders, ignoredFields, notes }: Loaded,
    touched: readonly string[],
  ) => {
    const [last] = await importStore(database).list(1, source);
    const totals = { ...orders };
    if (last) for (const change of orderChanges) totals[change] += last.report.totals[change];
    const first = notes.slice(0, MAX_NOTES).map(({ line, row, reason }) => ({ line, row, reason }));
    const report: LoadReport = { customers, orders, ignoredFields, totals, notes: first };
    const { id } = await database
      .insertInto('imports')
      .values({ source, report: JSON.stringify(report) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into import_customers (customer_id, import_id)
      select touched, ${id}::uuid from unnest(${touched}::uuid[]) as touched`.execute(database);
  },

  /** The newest loads, newest first; of one source if it is given, because deliveries of the webhook are many. */
  list: (limit: number, source?: ImportSource) => {
    const newest = database.selectFrom('imports').selectAll().orderBy('at', 'desc').limit(limit);
    return (source ? newest.where('source', '=', source) : newest).execute();
  },

  /** The newest load of each source. */
  latest: async () => {
    const sources = ['file', 'webhook', 'erp'] as const;
    return (await Promise.all(sources.map((source) => importStore(database).list(1, source)))).flat();
  },
});

/** The deliveries of webhooks, by the hash of the sender's id: it may name a customer, who may be erased. */
export const hookDeliveryStore = (database: Database) => ({
  find: (id: string) =>
    database
      .selectFrom('hook_deliveries')
      .select(['body_hash as bodyHash', 'answer'])
      .where('id', '=', hashToken(id))
      .executeTakeFirst(),

  add: (id: string, bodyHash: string, answer: object) =>
    database
      .insertInto('hook_deliveries')
      .values({ id: hashToken(id), body_hash: bodyHash, answer: JSON.stringify(answer) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
});
