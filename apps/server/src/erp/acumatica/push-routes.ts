import * as v from 'valibot';
import type { Database } from '../../database/connect';
import { requireBearer } from '../../http/bearer';
import type { Routes } from '../../http/validation';
import { hookDeliveryStore } from '../../import/import-store';
import { erpStore } from '../erp-store';

const BODY_LIMIT = 8 * 1024 * 1024;

/** More rows, as after a mass update, are found by polling. */
const MOST_ROWS = 200;

const text = v.optional(v.pipe(v.string(), v.trim()), '');

/** The columns of a generic inquiry that say what to read. Others do not matter. */
const row = v.object({ ServiceOrderType: text, ServiceOrderNbr: text, RelatedEntityNoteID: text });

const rowsSchema = v.optional(v.nullable(v.array(row)), []);

/** A push notification: the rows of a generic inquiry that came or went with a transaction. */
const notification = v.object({
  Inserted: rowsSchema,
  Deleted: rowsSchema,
  Query: v.optional(v.string(), ''),
  Id: v.optional(v.string(), ''),
});

interface PushRoutes {
  token: string;
  database: Database;
  /** Starts the next round now. */
  wake: () => void;
}

/**
 * `POST /hooks/acumatica`: only a signal. The portal reads the orders that it names from the ERP, so that neither the
 * order of notifications matters nor what they say.
 */
export const pushRoutes: Routes<PushRoutes> = async (app, { token, database, wake }) => {
  const store = erpStore(database, 'acumatica');
  const deliveries = hookDeliveryStore(database);

  requireBearer(app, 'ACUMATICA_PUSH_TOKEN', token);

  app.route({
    method: 'POST',
    url: '/hooks/acumatica',
    schema: { body: notification },
    bodyLimit: BODY_LIMIT,
    handler: async ({ body }) => {
      const all = [...(body.Inserted ?? []), ...(body.Deleted ?? [])];
      const rows = all.length > MOST_ROWS ? [] : all;
      const modified = null;
      const keys = rows.flatMap(({ ServiceOrderType: type, ServiceOrderNbr: number }) =>
        type && number ? [{ key: `${type}/${number}`, modified }] : [],
      );
      const records = rows.flatMap(({ RelatedEntityNoteID: record }) =>
        record ? [{ record, modified }] : [],
      );
      const id = body.Id && JSON.stringify([body.Query, body.Id, keys, records]);
      if (id && (await deliveries.find(id))) return { success: true };
      await store.markOrders(keys);
      await store.markEvents(records);
      if (id) await deliveries.add(id, '', {});
      wake();
      return { success: true };
    },
  });
};
