import type { Migration } from 'kysely';
import { customersAndOrders } from './001-customers-and-orders';
import { signIn } from './002-sign-in';
import { outbox } from './003-outbox';
import { notifications } from './004-notifications';
import { knownBrowsers } from './006-known-browsers';
import { size } from './007-size';
import { languages } from './008-languages';
import { handOver } from './009-hand-over';
import { sharedPhones } from './010-shared-phones';

/** All migrations; they run in the order of their names. */
export const migrations: Record<string, Migration> = {
  '001-customers-and-orders': customersAndOrders,
  '002-sign-in': signIn,
  '003-outbox': outbox,
  '004-notifications': notifications,
  '006-known-browsers': knownBrowsers,
  '007-size': size,
  '008-languages': languages,
  '009-hand-over': handOver,
  '010-shared-phones': sharedPhones,
};
