import type { Config } from '../../platform/config/config';
import { fix, note, ok, type Findings } from '../../platform/config/finding';
import type { Database } from '../../platform/database/connect';
import { createAcumatica } from './acumatica';
import { erpStore } from './erp-store';
import { readMapping } from './mapping';

const CHECK = 'Acumatica';

/** Reports how fresh the orders are, and why the last request to the ERP failed. */
export const checkErpState = async (database: Database): Promise<Findings> => {
  const { failure = null, fresh_at: freshAt = null } = (await erpStore(database).read()) ?? {};
  return [
    failure !== null && fix(CHECK, `the portal's last attempt: ${failure}`),
    freshAt === null
      ? note(CHECK, 'The first synchronization is not complete yet.')
      : ok(CHECK, `orders as of ${freshAt.toISOString()}`),
  ];
};

/** Signs in to the ERP and compares the mapping with the endpoint, in a session of its own. */
export const checkErp = async (settings: NonNullable<Config['acumatica']>): Promise<Findings> => {
  const mapping = await readMapping(settings.mappingFile);
  // A refresh token is good for one use, which is the portal's.
  if (!settings.user) return [note(CHECK, 'Its fields are checked when the portal starts: see the log.')];
  let session: string | undefined;
  const acumatica = createAcumatica({
    settings: { ...settings, refreshToken: undefined },
    mapping,
    keeper: { read: async () => session, save: async (next) => void (session = next ?? undefined) },
  });
  const faults = await acumatica.check().finally(() => acumatica.close().catch(() => {}));
  return faults.length > 0
    ? faults.map((fault) => fix(CHECK, fault))
    : [ok(CHECK, `${settings.endpoint} has all fields of the mapping`)];
};
