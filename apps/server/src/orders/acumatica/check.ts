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

const DAY_MS = 86_400_000;
/** Of the first refresh token, unless they slide. */
const CONSENT_DAYS = 30;
const WARN_DAYS = 7;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A consent that may end soon. When its last day is over and the portal still reads, it slides. */
const checkConsent = (grantedAt: Date | null, now = Date.now()): Findings => {
  if (!grantedAt) return [];
  const end = new Date(grantedAt.getTime() + CONSENT_DAYS * DAY_MS);
  const days = (end.getTime() - now) / DAY_MS;
  if (days <= 0 || days > WARN_DAYS) return [];
  return [
    note(
      CHECK,
      `The consent of ${dayOf(grantedAt)} ends on ${dayOf(end)}, unless the connected application (SM303010) has Sliding Expiration. Run \`pnpm portal erp connect\` before.`,
    ),
  ];
};

/** Reports how fresh the orders are, why the last request to the ERP failed, and what it says of its times and orders. */
export const checkErpState = async (database: Database): Promise<Findings> => {
  const store = erpStore(database);
  const state = await store.read();
  const { failure = null, fresh_at: freshAt = null, offset_minutes: offset = null } = state ?? {};
  const { orders, contacts } = await store.countLeaving();
  const cut = await store.countCut();
  return [
    failure !== null && fix(CHECK, `the portal's last attempt: ${failure}`),
    orders.held > 0 &&
      fix(
        CHECK,
        `It would take ${orders.held} of ${orders.shown} orders from customers, after ${orders.taken} today, so the portal keeps them. Check ACUMATICA_FILTER and what the user's role may see: contacts, and all orders. If it is right, run \`pnpm portal erp confirm\`.`,
      ),
    contacts.held > 0 &&
      fix(
        CHECK,
        `It would take the orders of their accounts from ${contacts.held} of ${contacts.shown} contacts, after ${contacts.taken} today, so they keep them. Check \`contact\` in ACUMATICA_MAPPING and what the user's role may see. If it is right, run \`pnpm portal erp confirm\`.`,
      ),
    ...checkConsent(state?.granted_at ?? null),
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

/**
 * Signs in to the ERP and compares the mapping with the endpoint, in a session of its own: unless the portal itself failed,
 * because three refused passwords lock the user.
 */
export const checkErp = async (
  settings: NonNullable<Config['acumatica']>,
  known: Findings = [],
): Promise<Findings> => {
  if (known.some((found) => found && found.check === CHECK && found.state === 'fix')) return [];
  const mapping = await readMapping(settings.mappingFile);
  // A refresh token is good for one use, which is the portal's.
  if (settings.clientId) return [note(CHECK, 'Its fields are checked when the portal starts: see the log.')];
  let kept: Kept = {};
  const acumatica = createAcumatica({
    settings,
    mapping,
    baseUrl: '',
    keeper: {
      read: async () => kept,
      save: async ({ session, grant }) => void (kept = { session: session ?? undefined, grant }),
      refusedUntil: async () => undefined,
      noteRefused: async () => {},
    },
  });
  const faults = await acumatica.check().finally(() => acumatica.close().catch(() => {}));
  return [
    ...faults.map((fault) => fix(CHECK, fault)),
    faults.length === 0 && ok(CHECK, `${settings.endpoint} has all fields of the mapping`),
    note(
      CHECK,
      'Its vendor will end the sign-in with a password alone. Use OAuth: ACUMATICA_CLIENT_ID, and `pnpm portal erp connect`.',
    ),
  ];
};
