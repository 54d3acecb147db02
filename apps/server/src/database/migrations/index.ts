import type { MigrationProvider } from 'kysely';
import { customersAndOrders } from './001-customers-and-orders';
import { signIn } from './002-sign-in';
import { outbox } from './003-outbox';
import { notifications } from './004-notifications';

/** All migrations; they run in the order of their names. */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({
    '001-customers-and-orders': customersAndOrders,
    '002-sign-in': signIn,
    '003-outbox': outbox,
    '004-notifications': notifications,
  }),
};
