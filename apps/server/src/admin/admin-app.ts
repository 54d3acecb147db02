import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import * as v from 'valibot';
import { createAudit } from '../audit/audit';
import type { Config } from '../config';
import type { Database } from '../database/connect';
import { nameFault } from '../database/faults';
import { answerErrors } from '../http/errors';
import { logging } from '../http/logging';
import { validateWithValibot, type App, type ValibotTypes } from '../http/validation';
import { importCustomers } from '../import/import-customers';
import { readChunks } from '../import/text-file';
import { commands } from './commands';

const dryRun = v.pipe(
  v.optional(v.picklist(['true', 'false']), 'false'),
  v.transform((text) => text === 'true'),
);

/**
 * Keeps a body as a file, because an import reads it more than once. The file has no name, so a process that is killed
 * leaves nothing behind.
 */
const keepFile = async (dataDir: string, body: Readable) => {
  const path = join(dataDir, `import-${randomUUID()}.json`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    await writeFile(file, body);
  } catch (error) {
    await file.close();
    throw nameFault(error);
  }
  return {
    chunks: { [Symbol.asyncIterator]: () => readChunks(file) },
    close: () => file.close(),
  };
};

/** Serves the commands on the admin socket: `POST /import` takes the file as its body, the others JSON arguments. */
export const buildAdminApp = (
  database: Database,
  config: Pick<Config, 'dataDir' | 'logLevel' | 'auditLog'>,
): App => {
  const app = Fastify(logging(config.logLevel)).withTypeProvider<ValibotTypes>();
  const audit = createAudit(app, { config });
  answerErrors(app);
  validateWithValibot(app);
  for (const [name, run] of Object.entries(commands))
    app.post(`/${name}`, async ({ body }) => run(database, body, audit));
  app.register(async (files: App) => {
    files.removeContentTypeParser('application/json');
    files.addContentTypeParser('application/json', (_request, body, done) => done(null, body));
    files.post(
      '/import',
      { schema: { querystring: v.strictObject({ dryRun }), body: v.instance(Readable) } },
      async ({ body, query }) => {
        const { chunks, close } = await keepFile(config.dataDir, body);
        return importCustomers(database, chunks, { ...query, audit }).finally(close);
      },
    );
  });
  return app;
};
