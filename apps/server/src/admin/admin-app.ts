import Fastify, { type FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../database/connect';
import { answerErrors } from '../http/errors';
import { validateWithValibot, type App, type ValibotTypes } from '../http/validation';
import { importCustomers } from '../import/import-customers';
import { commands } from './commands';

/** Half the length limit of Node's strings. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

const dryRun = v.pipe(
  v.optional(v.picklist(['true', 'false']), 'false'),
  v.transform((text) => text === 'true'),
);

/** Serves the commands of this machine: `POST /import` with the file as the body, the others with their arguments. */
export const buildAdminApp = (database: Database, logger: FastifyBaseLogger | false = false): App => {
  const app = Fastify({
    bodyLimit: MAX_FILE_BYTES,
    ...(logger ? { loggerInstance: logger } : {}),
  }).withTypeProvider<ValibotTypes>();
  answerErrors(app);
  validateWithValibot(app);
  for (const [name, run] of Object.entries(commands))
    app.post(`/${name}`, async ({ body }) => run(database, body));
  app.register(async (files: App) => {
    // Keep the body as text: problems are reported by line.
    files.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
      done(null, text),
    );
    files.post(
      '/import',
      { schema: { querystring: v.strictObject({ dryRun }), body: v.string() } },
      async ({ body, query }) => importCustomers(database, body, query),
    );
  });
  return app;
};
