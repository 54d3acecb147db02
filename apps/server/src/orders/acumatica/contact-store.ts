import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { ErpContact } from './contacts';
import { clock } from './erp-store';

/** Whether an order is of a contact who was at its account: it may be another's by now. */
const isOwnedBy = (contacts: RawBuilder<unknown>) => sql<boolean>`(account, order_nbr) in (
  select contact.former, orders.order_nbr from ${contacts} as contact
    join customers on customers.email = contact.email join orders on orders.customer_id = customers.id
)`;

/** Who sees the orders of an account in the ERP. The view `order_readers` makes readers of them. */
export const contactStore = (database: Database) => ({
  find: (accounts: readonly string[]) =>
    database
      .selectFrom('erp_contacts')
      .select(['account', 'location', 'email', 'name'])
      .where(sql<boolean>`account = any(${accounts}::text[])`)
      .where('taken_at', 'is', null)
      .orderBy('id')
      .execute(),

  /** Notes contacts that the ERP listed: who sees orders, and who waits to lose them. */
  save: async (contacts: readonly ErpContact[]) => {
    const given = sql`json_to_recordset(${JSON.stringify(contacts.map(({ id, sees }) => ({ id, ...sees })))}::json)
      as given (id text, account text, location text, email text, name text)`;
    await sql`
      with changed as materialized (
        select former.account as former, former.email, given.account from ${given}
          left join erp_contacts as former on former.id = given.id and former.taken_at is null
        where given.email is not null and (former.account, former.location, former.email)
          is distinct from (given.account, given.location, given.email)
      )
      update erp_orders set stale_at = ${clock}
      where (hidden_for = 'contact' and account in (select account from changed)) or ${isOwnedBy(sql`changed`)}
    `.execute(database);
    await sql`
      insert into erp_contacts (id, account, location, email, name)
      select distinct on (id) id, account, location, email, name from ${given} where email is not null
      on conflict (id) do update set account = excluded.account, location = excluded.location, email = excluded.email,
        name = excluded.name, seen_at = ${clock}, leaves = false, taken_at = null
    `.execute(database);
    await sql`
      update erp_contacts set leaves = true, seen_at = ${clock} from ${given}
      where erp_contacts.id = given.id and given.email is null and taken_at is null
    `.execute(database);
  },

  /** Those that the ERP has not named since then wait to lose the orders. */
  markUnseen: (since: Date) =>
    database
      .updateTable('erp_contacts')
      .set({ leaves: true })
      .where(sql<boolean>`coalesce(seen_at < ${since}, true)`)
      .where('taken_at', 'is', null)
      .execute(),

  /** Those of these accounts who see orders, and are no customers yet. */
  findNewcomers: async (accounts: readonly string[]) => {
    const { rows } = await sql<{ email: string; name: string | null }>`
      select distinct on (email) email, contact.name from erp_contacts as contact
      where account = any(${accounts}::text[]) and taken_at is null
        and not exists (select from customers where customers.email = contact.email)
        and exists (select from erp_orders as known where known.account = contact.account and known.shown
          and (contact.location is null or contact.location = known.location))
      order by email, id
    `.execute(database);
    return rows;
  },

  /** Takes the orders of their accounts from the contacts that wait for it. */
  take: () =>
    sql`
      with taken as materialized (select id, account as former, email from erp_contacts where leaves),
      emptied as (
        update erp_contacts set email = '', name = null, leaves = false, taken_at = ${clock}
        where id in (select id from taken)
      )
      update erp_orders set stale_at = ${clock} where ${isOwnedBy(sql`taken`)}
    `.execute(database),
});
