import type { Migration } from 'kysely';
import { schema } from './001-schema';
import { teamTokens } from './002-team-tokens';
import { erp } from './003-erp';
import { spellings } from './004-spellings';
import { keysAndIndexes } from './005-keys-and-indexes';
import { messages } from './006-messages';
import { removedOrders } from './007-removed-orders';
import { visitsAhead } from './008-visits-ahead';
import { releases } from './009-releases';
import { answers } from './010-answers';
import { reminders } from './011-reminders';
import { erpAsItIs } from './012-erp-as-it-is';
import { erpSignIn } from './013-erp-sign-in';
import { companyAccounts } from './014-company-accounts';
import { erpFiles } from './015-erp-files';
import { replicasAndErasures } from './016-replicas-and-erasures';
import { support } from './017-support';
import { retention } from './019-retention';
import { erpRecords } from './021-erp-records';
import { addressesOfReplicas } from './022-addresses-of-replicas';

/** By name, in the order of their names. */
export type Migrations = Record<
  string,
  Migration & {
    /** The oldest version of the portal that works with the result; absent: as before, because the migration only adds. */
    requires?: string;
  }
>;

export const migrations: Migrations = {
  '001-schema': schema,
  '002-team-tokens': teamTokens,
  '003-erp': erp,
  '004-spellings': spellings,
  '005-keys-and-indexes': keysAndIndexes,
  '006-messages': messages,
  '007-removed-orders': removedOrders,
  '008-visits-ahead': visitsAhead,
  '009-releases': releases,
  '010-answers': answers,
  '011-reminders': reminders,
  '012-erp-as-it-is': erpAsItIs,
  '013-erp-sign-in': erpSignIn,
  '014-company-accounts': companyAccounts,
  '015-erp-files': erpFiles,
  '016-replicas-and-erasures': replicasAndErasures,
  '017-support': support,
  '019-retention': retention,
  '021-erp-records': erpRecords,
  '022-addresses-of-replicas': addressesOfReplicas,
};
