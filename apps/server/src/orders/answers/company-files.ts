import * as v from 'valibot';
import type { Portal } from '../../platform/crypto/keys';
import { sendDownload } from '../../platform/http/download';
import { Failure } from '../../platform/http/errors';
import type { Routes } from '../../platform/http/validation';
import { deliveryStore } from './delivery-store';

const PATH = '/orders/answer/files/signed';
const WEEK_MS = 7 * 24 * 3_600_000;

const signed = (id: string, until: string) => `${id}/${until}`;

/** Links to the files of answers for the company, which has no session; each works for a week. */
export const companyLinks =
  ({ config, keys }: Pick<Portal, 'config' | 'keys'>, now: () => number = Date.now) =>
  (id: string): string => {
    const until = String(now() + WEEK_MS);
    const query = new URLSearchParams({ until, signature: keys.answerFiles.sign(signed(id, until)) });
    return `${config.baseUrl}${PATH}/${id}?${query}`;
  };

const query = v.object({ until: v.string(), signature: v.string() });

/** The signature in the link is the permission. The query is never logged. */
export const companyFileRoutes: Routes<Pick<Portal, 'database' | 'keys'>> = async (
  app,
  { database, keys },
) => {
  app.route({
    method: 'GET',
    url: `${PATH}/:id`,
    schema: { params: v.object({ id: v.string() }), querystring: query },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { until, signature } = request.query;
      const isSigned = keys.answerFiles.verify(signed(id, until), signature) && Number(until) > Date.now();
      const file = isSigned ? await deliveryStore(database).file(id) : undefined;
      if (!file) throw new Failure(404, 'This link has expired, or is incomplete. See portal answers.');
      return sendDownload(reply, file);
    },
  });
};
