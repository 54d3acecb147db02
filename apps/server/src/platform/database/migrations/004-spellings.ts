import { domainToASCII } from 'node:url';
import { sql, type Migration } from 'kysely';

/** An address as platform/contact/contact.ts spells it from now on; one with an invalid domain stays. */
const spellingOf = (email: string): string => {
  const [local, host = ''] = email.normalize('NFC').split('@');
  const domain = /[/?#\\%[\]]/.test(host) ? '' : domainToASCII(host).replace(/\.+$/, '');
  return domain ? `${local}@${domain}` : email;
};

/** The former codes of a challenge, and one spelling of each email address. */
export const spellings: Migration = {
  up: async (db) => {
    await sql`alter table challenges add column former jsonb not null default '[]'`.execute(db);
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from customers where octet_length(email) > length(email) or email like '%.'
      order by created_at`.execute(db);
    for (const { id, email } of rows) {
      const spelling = spellingOf(email);
      await sql`update known_browsers set identifier = ${spelling} where identifier = ${email}`.execute(db);
      await sql`update outbox set recipient = ${spelling} where recipient = ${email}`.execute(db);
      // Both spellings were imported: what is about the customer passes to the other one, whose choices stay.
      await sql`with other as (select id from customers where email = ${spelling} and id <> ${id}),
        orders as (update orders set customer_id = other.id from other where customer_id = ${id}),
        sessions as (update sessions set customer_id = other.id from other where customer_id = ${id}),
        browsers as (update known_browsers set customer_id = other.id from other where customer_id = ${id}),
        messages as (update outbox set customer_id = other.id from other where customer_id = ${id} and settled_at is not null),
        muted as (insert into muted_orders select other.id, order_nbr, muted_at from muted_orders, other where customer_id = ${id} on conflict do nothing)
        update customers set phone = coalesce(customers.phone, former.phone), name = coalesce(customers.name, former.name)
        from other, customers as former where customers.id = other.id and former.id = ${id}`.execute(db);
      await sql`delete from customers as former using customers as other
        where former.id = ${id} and other.email = ${spelling} and other.id <> ${id}`.execute(db);
      await sql`update customers set email = ${spelling} where id = ${id}`.execute(db);
    }
  },
};
