import { sql } from 'kysely';
import { secondsAgo } from '../database/clock';
import { transact, type Database } from '../database/connect';
import type { Row } from '../database/schema';

/** A replica that has not confirmed itself for so long has ended. */
const LIFE_SECONDS = 60;

/** The replicas on a PostgreSQL. */
export const replicaStore = (database: Database) => ({
  /** Those that run. */
  list: () =>
    database
      .selectFrom('replicas')
      .select(['host', 'serves', 'address', 'pool_size as poolSize'])
      .where('confirmed_at', '>', secondsAgo(LIFE_SECONDS))
      .orderBy('host')
      .execute(),

  /**
   * Confirms that a replica runs. It serves unless another one does whose key differs: each must accept what the other
   * makes. One that serves goes on.
   * @returns whether it serves
   */
  confirm: ({ id, host, address, prints, pool_size }: Omit<Row<'replicas'>, 'serves' | 'confirmed_at'>) =>
    transact(database, async (transaction) => {
      // One at a time: two that start together must see each other.
      await sql`select pg_advisory_xact_lock(hashtext('portal replicas'))`.execute(transaction);
      const lives = sql`confirmed_at > ${secondsAgo(LIFE_SECONDS)}`;
      const { rows } = await sql<{ serves: boolean }>`
        insert into replicas (id, host, address, prints, pool_size, serves)
        select ${id}::uuid, ${host}, ${address}, ${prints}::text[], ${pool_size}, not exists (
          select from replicas where id <> ${id}::uuid and serves and ${lives}
            and not (prints[1] = any(${prints}::text[]) and ${prints[0]} = any(prints)))
        on conflict (id) do update set confirmed_at = now(),
          serves = excluded.serves or (replicas.serves and replicas.${lives})
        returning serves`.execute(transaction);
      return rows[0]?.serves === true;
    }),

  remove: (id: string) => database.deleteFrom('replicas').where('id', '=', id).execute(),
});
