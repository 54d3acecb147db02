import { statements } from './statements';

/** Who sees an order besides its customer, when customers first signed in, and appointments beside activities. */
export const companyAccounts = statements(
  `alter table erp_activities add kind text not null default 'event'`,
  `alter table erp_orders add location text`,
  `create index erp_orders_of_account on erp_orders (account)`,
  `create table erp_contacts (
    id text primary key,
    account text not null,
    location text,
    email text not null,
    name text,
    seen_at timestamptz default clock_timestamp(),
    leaves boolean not null default false,
    taken_at timestamptz
  )`,
  `create index erp_contacts_of_account on erp_contacts (account)`,
  `create index erp_contacts_by_email on erp_contacts (email)`,
  `create index erp_contacts_taken on erp_contacts (taken_at) where taken_at is not null`,
  `alter table customers add signed_in_at timestamptz`,
  `create view order_readers as
    select order_nbr, customer_id, true as hears from orders
    union all
    select distinct orders.order_nbr, customers.id, customers.signed_in_at is not null
    from erp_contacts as contact
      join customers on customers.email = contact.email
      join erp_orders as known on known.account = contact.account
        and (contact.location is null or contact.location = known.location)
      join orders on orders.order_nbr = known.order_nbr and orders.customer_id <> customers.id
    where known.shown and contact.taken_at is null`,
  `create index answers_of_order on answers (order_nbr)`,
  `update customers set signed_in_at = now()
    where exists (select from sessions where customer_id = customers.id)
      or exists (select from known_browsers where customer_id = customers.id)`,
);
