import { sql } from 'kysely';
import type { Database } from '../database/connect';
import type { KnownCustomer } from './match-customers';
import type { OrderOwner } from './order-owners';
import type { StoredOrder } from './stored-order';

/** PostgreSQL takes 65,535 parameters in a statement; a thousand rows stay far below. */
const rowsOfAStatement = 1000;

const inChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / rowsOfAStatement) }, (_, index) =>
    items.slice(index * rowsOfAStatement, (index + 1) * rowsOfAStatement),
  );

/** The tables as an import reads and writes them; to be used within one transaction. */
export const importStore = (transaction: Database) => ({
  /** Makes a second import wait until this transaction ends, on whichever replica it runs. */
  waitForTurn: async () => {
    await sql`select pg_advisory_xact_lock(hashtext('portal import'))`.execute(transaction);
  },

  findCustomers: (emails: readonly string[], phones: readonly string[]): Promise<KnownCustomer[]> =>
    transaction
      .selectFrom('customers')
      .select(['id', 'email', 'phone', 'name'])
      .where((where) =>
        where.or([
          sql<boolean>`email = any(${emails}::text[])`,
          sql<boolean>`phone = any(${phones}::text[])`,
        ]),
      )
      .execute(),

  findOwners: (orderNbrs: readonly string[]): Promise<OrderOwner[]> =>
    transaction
      .selectFrom('orders')
      .select(['order_nbr as orderNbr', 'customer_id as customerId'])
      .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
      .execute(),

  saveCustomers: async (customers: readonly KnownCustomer[]) => {
    for (const chunk of inChunks(customers))
      await transaction
        .insertInto('customers')
        .values(chunk)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(({ ref }) => ({
            email: ref('excluded.email'),
            phone: ref('excluded.phone'),
            name: ref('excluded.name'),
          })),
        )
        .execute();
  },

  /** Writes orders that are new or differ from what is there; returns whether each written one is new. */
  saveOrders: async (orders: readonly StoredOrder[]): Promise<boolean[]> => {
    const written: boolean[] = [];
    for (const chunk of inChunks(orders)) {
      const rows = await transaction
        .insertInto('orders')
        .values(chunk)
        .onConflict((conflict) =>
          conflict
            .column('order_nbr')
            .doUpdateSet(({ ref }) => ({
              document: ref('excluded.document'),
              events: ref('excluded.events'),
              last_modified: ref('excluded.last_modified'),
            }))
            .where(
              sql<boolean>`(orders.document, orders.events) is distinct from (excluded.document, excluded.events)`,
            ),
        )
        .returning(sql<boolean>`xmax = 0`.as('isNew'))
        .execute();
      written.push(...rows.map(({ isNew }) => isNew));
    }
    return written;
  },
});

export type ImportStore = ReturnType<typeof importStore>;
