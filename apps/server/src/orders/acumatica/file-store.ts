import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { CheckedFile } from '../files';
import type { ErpFile } from './erp-files';
import { erpStore } from './erp-store';

/** All contents together; the oldest make room. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Nothing says when the ERP has another revision: a content is read again after an hour. */
const isKnown = sql<boolean>`coalesce(read_at > now() - interval '1 hour', false)`;

/** A file that a customer waits for. */
export interface WantedFile {
  orderNbr: string;
  id: string;
  name: string;
}

/** The files of the ERP's orders, which replicas share. */
export const fileStore = (database: Database) => {
  const one = ({ orderNbr, id }: Pick<WantedFile, 'orderNbr' | 'id'>) =>
    sql<boolean>`order_nbr = ${orderNbr} and id = ${id}::uuid`;

  return {
    /** Notes which files these orders have, of those that are stored. */
    save: (files: readonly (ErpFile & { order_nbr: string })[], orderNbrs: readonly string[]) =>
      sql`
        with given as (
          select distinct on (order_nbr, id) *
          from json_to_recordset(${JSON.stringify(files)}::json)
            as rows (order_nbr text, id uuid, name text, about text, at timestamptz)
          order by order_nbr, id, name desc
        ),
        gone as (
          delete from erp_files where order_nbr = any(${orderNbrs}::text[])
            and (order_nbr, id) not in (select order_nbr, id from given)
        )
        insert into erp_files (order_nbr, id, name, about, at) select given.* from given join orders using (order_nbr)
        on conflict (order_nbr, id) do update
          set name = excluded.name, about = excluded.about, at = excluded.at
      `.execute(database),

    /** The files of an order that have a name, the newest first. */
    list: (orderNbr: string) =>
      database
        .selectFrom('erp_files')
        .select(['id', 'name', 'about', 'at', 'size'])
        .where('order_nbr', '=', orderNbr)
        .where('name', '<>', '')
        .orderBy('at', 'desc')
        .orderBy('name')
        .execute(),

    /** Whether a file is one of an order, and what is known of its content. */
    find: (file: Pick<WantedFile, 'orderNbr' | 'id'>) =>
      database
        .selectFrom('erp_files')
        .select(['name', 'type', 'content', isKnown.as('isKnown')])
        .where(one(file))
        .executeTakeFirst(),

    want: (file: Pick<WantedFile, 'orderNbr' | 'id'>) =>
      database
        .updateTable('erp_files')
        .set({ wanted_at: sql<Date>`clock_timestamp()` })
        .where(one(file))
        .execute(),

    /** The file that somebody began to wait for last. */
    next: (): Promise<WantedFile | undefined> =>
      database
        .selectFrom('erp_files')
        .select(['order_nbr as orderNbr', 'id', 'name'])
        .where('wanted_at', 'is not', null)
        .orderBy('wanted_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Keeps a content; undefined if customers cannot get it: the order may no longer have the file, and is read again. */
    keep: async (file: WantedFile, checked: CheckedFile | undefined) => {
      const { type = null, content = null } = checked ?? {};
      await database
        .updateTable('erp_files')
        .set({ wanted_at: null, read_at: sql<Date>`now()`, type, content, size: content?.length ?? null })
        .where(one(file))
        .execute();
      if (!checked) await erpStore(database).markNumber(file.orderNbr);
      await sql`
        update erp_files set content = null, read_at = null where (order_nbr, id) in (
          select order_nbr, id from (
            select order_nbr, id, sum(size) over (order by read_at desc, id) as bytes
            from erp_files where content is not null
          ) as kept where bytes > ${MOST_BYTES}
        )
      `.execute(database);
    },
  };
};
