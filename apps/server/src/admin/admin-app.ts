import Fastify, { type FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../database/connect';
import { answerErrors } from '../http/errors';
import { validateWithValibot, type App, type ValibotTypes } from '../http/validation';
import { importCustomers } from '../import/import-customers';

/** Strings in Node end at 512 MB. */
const largestFile = 256 * 1024 * 1024;

const dryRun = v.pipe(
  v.optional(v.picklist(['true', 'false']), 'false'),
  v.transform((text) => text === 'true'),
);

/** What commands of this machine may ask of a running portal: POST /import with the file as the body. */
export const buildAdminApp = (database: Database, logger: FastifyBaseLogger | false = false): App => {
  const app = Fastify({
    bodyLimit: largestFile,
    ...(logger ? { loggerInstance: logger } : {}),
  }).withTypeProvider<ValibotTypes>();
  answerErrors(app);
  validateWithValibot(app);
  // The text is needed as it stands: wrong rows are reported by line.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text),
  );
  app.post(
    '/import',
    { schema: { querystring: v.strictObject({ dryRun }), body: v.string() } },
    async ({ body, query }) => importCustomers(database, body, query),
  );
  return app;
};
