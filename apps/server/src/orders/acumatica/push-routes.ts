import * as v from 'valibot';
import type { Database } from '../../platform/database/connect';
import { Failure } from '../../platform/http/errors';
import { acceptUtf8Json, requireBearer } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { textField } from '../records/order-record';
import { erpStore } from './erp-store';

const BODY_LIMIT = 8 * 1024 * 1024;

/** The columns of a generic inquiry that say what to read, of orders or of activities. Others do not matter. */
const NAMES = [['ServiceOrderType', 'ServiceOrderNbr'], ['RelatedEntityNoteID']];
const columns = { ServiceOrderType: textField, ServiceOrderNbr: textField, RelatedEntityNoteID: textField };

const row = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((given) => ({ ...given, names: Object.keys(given) })),
  v.object({ ...columns, names: v.array(v.string()) }),
);

const rowsSchema = v.optional(v.nullable(v.array(row)), []);

/** A push notification: the rows of a generic inquiry that came or went with a transaction. */
const notification = v.object({ Inserted: rowsSchema, Deleted: rowsSchema });

/** A longer key would make each request for it too long. */
const isKey = ({ id }: { id: string }): boolean => id.length <= 100;

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
  const store = erpStore(database);

  requireBearer(app, 'ACUMATICA_PUSH_TOKEN', token);
  acceptUtf8Json(app);

  app.route({
    method: 'POST',
    url: '/hooks/acumatica',
    schema: { body: notification },
    bodyLimit: BODY_LIMIT,
    handler: async ({ body }) => {
      const rows = [...(body.Inserted ?? []), ...(body.Deleted ?? [])];
      if (!rows.every(({ names }) => NAMES.some((set) => set.every((name) => names.includes(name)))))
        throw new Failure(
          422,
          'Call the columns ServiceOrderType and ServiceOrderNbr, or RelatedEntityNoteID.',
        );
      const orders = rows.flatMap(({ ServiceOrderType: type, ServiceOrderNbr: number }) =>
        type && number ? [{ id: `${type}/${number}`, modified: null }] : [],
      );
      const records = rows.flatMap(({ RelatedEntityNoteID: id }) =>
        id ? [{ id: id.toLowerCase(), modified: null }] : [],
      );
      if (![...orders, ...records].every(isKey))
        throw new Failure(422, 'A key of an order or activity has at most 100 characters.');
      await store.markOrders(orders);
      await store.markRecords(records.map(({ id }) => id));
      wake();
      return { success: true };
    },
  });
};
