import type { Match } from './match-customers';
import type { Problem } from './problem';

/** Whose an order is that the database has already. */
export interface OrderOwner {
  orderNbr: string;
  customerId: string;
}

/** Finds orders of the file that belong to somebody else already: an import never moves an order. */
export const findForeignOrders = (matches: readonly Match[], owners: readonly OrderOwner[]): Problem[] => {
  const ownerOf = new Map(owners.map(({ orderNbr, customerId }) => [orderNbr, customerId]));
  return matches.flatMap(({ row, customer }) =>
    row.customer.orders.flatMap(({ ServiceOrderNbr }, index) =>
      (ownerOf.get(ServiceOrderNbr) ?? customer.id) === customer.id
        ? []
        : [
            {
              path: [...row.path, 'orders', index, 'ServiceOrderNbr'],
              reason: `order ${ServiceOrderNbr} belongs to another customer already`,
            },
          ],
    ),
  );
};
