import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { secondsFromNow } from '../../platform/database/clock';
import type { Database } from '../../platform/database/connect';
import { TARGETS, type Target } from './targets';

/** After a worker died, another one takes its deliveries. A worker renews the lease while it works. */
const LEASE_SECONDS = 60;

/** An answer on its way to one system; `attempts` includes the current one. */
export interface Leased {
  id: string;
  target: Target;
  record: string | null;
  attempts: number;
}

const answersIn = (database: Database) =>
  database
    .selectFrom('answers')
    .innerJoin('customers', 'customers.id', 'answers.customer_id')
    .leftJoin('orders', 'orders.order_nbr', 'answers.order_nbr')
    .select((answer) => [
      'answers.id',
      'answers.order_nbr as orderNbr',
      sql<string | null>`document -> 'Description' ->> 'value'`.as('description'),
      ...(['question', 'asked', 'choice', 'label', 'message', 'name', 'email', 'phone'] as const),
      'answers.created_at as at',
      jsonArrayFrom(
        answer
          .selectFrom('answer_files')
          .select(['answer_files.id', 'answer_files.name', 'type', sql<number>`length(content)`.as('size')])
          .whereRef('answer_id', '=', 'answers.id')
          .orderBy('answer_files.created_at'),
      ).as('files'),
    ]);

/** What a customer wrote, as the company gets it. */
export type Answer = Awaited<ReturnType<ReturnType<typeof answersIn>['execute']>>[number];

/** An answer waits for an operator once an attempt has failed, or nothing has tried. */
const isUndelivered = sql<boolean>`delivered_at is null and answers.created_at
  < now() - case when failure is null then interval '5 minutes' else interval '1 minute' end`;

/** The deliveries of answers. Workers can share them: a leased one is invisible to the others. */
export const deliveryStore = (database: Database) => {
  const pending = ({ id, target }: Pick<Leased, 'id' | 'target'>) =>
    database
      .updateTable('answer_deliveries')
      .where('answer_id', '=', id)
      .where('target', '=', target)
      .where('delivered_at', 'is', null);

  const undelivered = () =>
    database
      .selectFrom('answer_deliveries')
      .innerJoin('answers', 'answers.id', 'answer_id')
      .where(isUndelivered);

  /** @param ids absent: all that wait for an operator */
  const namedBy = (ids: readonly string[] | undefined) =>
    ids
      ? sql<boolean>`answer_id::text = any(${[...ids]}::text[])`
      : sql<boolean>`answer_id in (${undelivered().select('answer_id')})`;

  return {
    lease: async (target: Target, max: number): Promise<Leased[]> => {
      const due = database
        .selectFrom('answer_deliveries')
        .select('answer_id')
        .where('target', '=', target)
        .where('delivered_at', 'is', null)
        .where('available_at', '<=', sql<Date>`now()`)
        .orderBy('available_at')
        .limit(max)
        .forUpdate()
        .skipLocked();
      return (
        database
          .updateTable('answer_deliveries')
          .set({ attempts: sql`attempts + 1`, available_at: secondsFromNow(LEASE_SECONDS) })
          .where('target', '=', target)
          // An array is read once; the rows of a subquery, as often as the planner likes.
          .where(sql<boolean>`answer_id = any(array(${due}))`)
          .returning(['answer_id as id', 'target', 'record', 'attempts'])
          .execute()
      );
    },

    renew: (leased: Leased) =>
      pending(leased)
        .set({ available_at: secondsFromNow(LEASE_SECONDS) })
        .execute(),

    settle: (leased: Leased, reference: string | null) =>
      pending(leased)
        .set({ delivered_at: sql`now()`, failure: null, reference })
        .execute(),

    retry: (leased: Leased, seconds: number, failure: string) =>
      pending(leased)
        .set({ available_at: secondsFromNow(seconds), failure })
        .execute(),

    /** @returns undefined when the customer was erased */
    find: (id: string) => answersIn(database).where('answers.id', '=', id).executeTakeFirst(),

    file: (id: string) =>
      database
        .selectFrom('answer_files')
        .select(['name', 'type', 'content'])
        .where('id', '=', id)
        .where('answer_id', 'is not', null)
        .executeTakeFirst(),

    /** The answers that wait for an operator, each with where it did not arrive; the oldest first. */
    undelivered: (max: number) =>
      answersIn(database)
        .select((answer) =>
          jsonArrayFrom(
            answer
              .selectFrom('answer_deliveries')
              .select(['target', 'attempts', 'failure'])
              .whereRef('answer_id', '=', 'answers.id')
              .where(isUndelivered)
              .orderBy('target'),
          ).as('deliveries'),
        )
        .where('answers.id', 'in', undelivered().select('answer_id'))
        .orderBy('answers.created_at')
        .limit(max)
        .execute(),

    /** How many answers wait for an operator, for each system. */
    measure: async () => {
      const found = await undelivered()
        .select(['target', sql<number>`count(*)::int`.as('count')])
        .select(sql<number>`extract(epoch from now() - min(answers.created_at))::float`.as('oldestSeconds'))
        .groupBy('target')
        .execute();
      return TARGETS.map(
        (target) => found.find((one) => one.target === target) ?? { target, count: 0, oldestSeconds: 0 },
      );
    },

    /** Makes deliveries due now. @returns the ids of their answers */
    retryNow: async (ids: readonly string[] | undefined): Promise<string[]> => {
      const rows = await database
        .updateTable('answer_deliveries')
        .set({ available_at: sql`now()` })
        .where('delivered_at', 'is', null)
        .where(namedBy(ids))
        .returning('answer_id as id')
        .execute();
      return [...new Set(rows.map(({ id }) => id))];
    },

    /** Gives deliveries up; the customer keeps the answer. @returns the ids of their answers */
    remove: async (ids: readonly string[] | undefined): Promise<string[]> => {
      const rows = await database
        .deleteFrom('answer_deliveries')
        .where('delivered_at', 'is', null)
        .where(namedBy(ids))
        .returning('answer_id as id')
        .execute();
      return [...new Set(rows.map(({ id }) => id))];
    },
  };
};

export type DeliveryStore = ReturnType<typeof deliveryStore>;
