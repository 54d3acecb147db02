import type { OrderSourceWork } from '../order-source';
import { beginConsent } from './consent';
import { erpStore, type NotShown } from './erp-store';
import { confirmRemovals } from './save-orders';
import { sealGrant } from './session-keeper';

const BECAUSE: Record<NotShown, string> = {
  contact: 'no email address or phone number in them leads to one customer',
  status: 'the mapping hides their status',
  number: 'another order, which customers see, has their number',
  rules: 'they break a rule of the import: the log names each',
  gone: 'Acumatica lists them no longer: deleted, outside ACUMATICA_FILTER, or older than ACUMATICA_MAX_AGE_DAYS',
  deleted: 'the portal deleted them, as ORDERS_KEPT_DAYS or an operator said, until they change',
  unread: 'they are not read yet',
  unreadable: 'Acumatica fails to read them: the log names each, and they are tried every hour',
};

const status: OrderSourceWork['status'] = async (database) => {
  const store = erpStore(database);
  const state = await store.read();
  const counts = await store.countByReason();
  const sumOf = (field: 'orders' | 'waiting') => counts.reduce((sum, count) => sum + count[field], 0);
  const notShown = counts.flatMap(({ reason, orders }) =>
    reason === 'shown' ? [] : [{ orders, because: BECAUSE[reason] }],
  );
  const isRefused = state?.refused_until && state.refused_until > new Date();
  const session = state?.session ? 'open' : 'none: the next request opens one';
  return {
    ordersSeen: sumOf('orders'),
    shownToCustomers: counts.find(({ reason }) => reason === 'shown')?.orders ?? 0,
    held: (await store.countLeaving()).orders.held,
    waitingToBeRead: sumOf('waiting'),
    notShown,
    ordersAsOf: state?.fresh_at ?? null,
    allComparedAt: state?.passed_at ?? null,
    lastFailure: state?.failure ?? null,
    session: isRefused ? 'refused: see the last failure' : session,
    consentedAt: state?.granted_at ?? null,
  };
};

/** What operators do about the ERP. */
export const operatorsWork: OrderSourceWork = {
  isConfigured: ({ acumatica }) => acumatica !== undefined,
  status,
  confirmRemovals,
  readAgain: async (database) => {
    const orders = await erpStore(database).restart();
    // Keys by the thousand; then each twenty, and their activities.
    return { orders, requests: Math.ceil(orders / 1000) + 2 * Math.ceil(orders / 20) };
  },
  connect: ({ database, keys }, grant) => erpStore(database).connect(sealGrant(keys.erp, grant)),
  beginConsent,
};
