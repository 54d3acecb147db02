import type { Config } from '../../platform/config/config';
import { fix, note, ok, type Findings } from '../../platform/config/finding';
import type { Database } from '../../platform/database/connect';
import { createAcumatica } from './acumatica';
import { erpStore } from './erp-store';
import { readMapping } from './mapping';
import type { Kept } from './session';
import { describeOffset } from './zone';

const CHECK = 'Acumatica';

const ZONE_ADVICE =
  'The portal corrects them, but not for summer time: set the time zone in the profile of the user to UTC, or ACUMATICA_TIME_ZONE.';

/** Reports how fresh the orders are, why the last request to the ERP failed, and what it says of its times and orders. */
export const checkErpState = async (database: Database): Promise<Findings> => {
  const store = erpStore(database);
  const state = await store.read();
  const { failure = null, fresh_at: freshAt = null, offset_minutes: offset = null } = state ?? {};
  const { held, shown, taken } = await store.countLeaving();
  const cut = await store.countCut();
  return [
    failure !== null && fix(CHECK, `the portal's last attempt: ${failure}`),
    held > 0 &&
      fix(
        CHECK,
        `It would take ${held} of ${shown} orders from customers, after ${taken} today, so the portal keeps them. Check ACUMATICA_FILTER and what the user's role may see: contacts, and all orders. If it is right, run \`pnpm portal erp confirm\`.`,
      ),
    cut.order !== null &&
      note(
        CHECK,
        `Notes of more than 8 MB are not read: ${cut.count} without a text for customers, such as in order ${cut.order}. Shorten them.`,
      ),
    offset !== null &&
      (offset === 0
        ? ok(CHECK, 'its times are in UTC')
        : note(CHECK, `${describeOffset(offset)}. ${ZONE_ADVICE}`)),
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
  let kept: Kept = {};
  const acumatica = createAcumatica({
    settings: { ...settings, refreshToken: undefined },
    mapping,
    keeper: {
      read: async () => kept,
      save: async ({ session, grant }) => void (kept = { session: session ?? undefined, grant }),
      refusedUntil: async () => undefined,
      noteRefused: async () => {},
    },
  });
  const faults = await acumatica.check().finally(() => acumatica.close().catch(() => {}));
  return faults.length > 0
    ? faults.map((fault) => fix(CHECK, fault))
    : [ok(CHECK, `${settings.endpoint} has all fields of the mapping`)];
};
