import { maskContacts } from '../../platform/contact/contact';
import type { Database } from '../../platform/database/connect';
import type { UndeliveredAnswer, UndeliveredAnswers } from '../customer-calls';
import { deliveryStore } from './delivery-store';

/** The list shows only the oldest: hundreds have one cause. */
const MAX_LISTED = 100;

type Stored = Awaited<ReturnType<ReturnType<typeof deliveryStore>['undelivered']>>[number];

const rowOf = (row: Stored): UndeliveredAnswer => ({
  id: row.id,
  since: row.at,
  order: row.orderNbr,
  customer: [row.name, ...Object.values(maskContacts(row))].filter(Boolean).join(', '),
  question: row.asked,
  answer: row.label,
  text: row.message,
  files: row.files.map(({ id, name }) => ({ id, name })),
  waitsFor: row.deliveries
    .map(({ target, attempts, failure }) => `${target} (${attempts} attempts): ${failure ?? 'not tried yet'}`)
    .join(' · '),
});

/** The answers that an operator should see to. */
export const undeliveredAnswers = (database: Database): UndeliveredAnswers => {
  const store = deliveryStore(database);
  return {
    list: async () => (await store.undelivered(MAX_LISTED)).map(rowOf),
    file: store.file,
    retry: store.retryNow,
    remove: store.remove,
    measure: store.measure,
  };
};
