import { setTimeout as sleep } from 'node:timers/promises';
import { orderNbrSchema } from '@portal/api/wire';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/connect';
import { Failure, respondWithError } from '../../platform/http/errors';
import type { RequireCustomer, Routes } from '../../platform/http/validation';
import type { CustomerCalls } from '../customer-calls';
import { isFileId, noFile, sendFile } from '../files';
import { orderStore } from '../records/order-store';
import { erpStore } from './erp-store';
import { fileStore, type WantedFile } from './file-store';

/** Browsers keep few connections: longer, pictures would hold up other calls. */
const LONGEST_WAIT_MS = 8_000;
/** Then an old content is better than none. */
const LONGEST_WAIT_WITH_OLD_MS = 2_000;
const LOOK_AGAIN_MS = 250;

const PATH = '/orders/files';

/** Where a customer of an order gets a file of it. */
export const fileUrl = (baseUrl: string, orderNbr: string, id: string): string =>
  `${baseUrl}${PATH}/${id}?order=${encodeURIComponent(orderNbr)}`;

interface ErpFileCalls {
  config: Pick<Config, 'baseUrl' | 'embedOrigins'>;
  database: Database;
  requireCustomer: RequireCustomer;
  /** Starts the next round now. */
  wake: () => void;
}

const away = () =>
  new Failure(503, (i18n) => i18n.t('This file cannot be loaded at the moment. Please try again later.'), 30);

/** Waits until the ERP's content is there. @throws Failure 503 if it does not come in time */
const waitForContent = async (
  { database, wake }: ErpFileCalls,
  file: Pick<WantedFile, 'orderNbr' | 'id'>,
) => {
  const store = fileStore(database);
  const first = await store.find(file);
  if (!first || first.isKnown) return first;
  await store.want(file);
  wake();
  const until = Date.now() + (first.content ? LONGEST_WAIT_WITH_OLD_MS : LONGEST_WAIT_MS);
  for (;;) {
    const found = await store.find(file);
    if (!found || found.isKnown) return found;
    const isAway = ((await erpStore(database).read())?.failure ?? null) !== null;
    if (isAway || Date.now() > until) {
      if (found.content) return found;
      throw away();
    }
    await sleep(LOOK_AGAIN_MS);
  }
};

const fileRoutes: Routes<ErpFileCalls> = async (app, calls) => {
  // A document opens in a tab of its own, where somebody reads what is wrong.
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Failure) || request.headers['sec-fetch-mode'] !== 'navigate') throw error;
    return respondWithError(
      error,
      request,
      reply.type('text/plain; charset=utf-8'),
      ({ message }) => message,
    );
  });

  app.route({
    method: 'GET',
    url: `${PATH}/:id`,
    schema: { params: v.object({ id: v.string() }), querystring: v.object({ order: orderNbrSchema }) },
    handler: async (request, reply) => {
      const customerId = await calls.requireCustomer(request, reply);
      const { id } = request.params;
      if (!isFileId(id)) throw noFile();
      const order = await orderStore(calls.database).find(customerId, [request.query.order]);
      const file = order && (await waitForContent(calls, { orderNbr: order.orderNbr, id }));
      if (!file?.content || file.type === null) throw noFile();
      const { content, type, name } = file;
      return sendFile(reply, { content, type, name: name || 'file' }, calls.config);
    },
  });
};

/** What customers get of the files of their orders: the list with each order, and the contents. */
export const erpFileCalls = (calls: ErpFileCalls): CustomerCalls => ({
  routes: async (scope) => {
    scope.register(fileRoutes, calls);
  },
  toOrder: async (_request, _customerId, { orderNbr }) => {
    const files = await fileStore(calls.database).list(orderNbr);
    const url = (id: string) => fileUrl(calls.config.baseUrl, orderNbr, id);
    const value = files.map(({ id, ...file }) => ({ ...file, url: url(id) }));
    return value.length > 0 ? { files: { value } } : {};
  },
});
