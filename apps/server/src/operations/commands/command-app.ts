import { isNativeError } from 'node:util/types';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import Fastify from 'fastify';
import * as v from 'valibot';
import { auditRequests, type Audit } from '../../platform/audit/audit';
import type { Config } from '../../platform/config/config';
import { loadKeys } from '../../platform/crypto/keys';
import type { RemoteChoices } from '../../platform/config/remote-choices';
import type { Database } from '../../platform/database/connect';
import { Failure } from '../../platform/http/errors';
import { validateWithValibot, type App, type ValibotTypes } from '../../platform/http/validation';
import { importCustomers } from '../../orders/import/import-customers';
import { operatorNamed, releaseCallRoutes } from '../../portal/releases/release-calls';
import { releaseContext } from '../../portal/releases/releases';
import { work } from './work';

interface Options {
  config: Config;
  database: Database;
  choices: RemoteChoices | undefined;
  audit: Audit;
}

/** The response to a command that failed: the error's own sentence, because only the operator reads it. */
export const commandFailureSchema = v.object({ message: v.string(), kind: v.optional(v.string()) });

/** Reads a file as it arrives. The command hears that it is no JSON once it has sent all of it. */
const chunksOf = async function* (file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file.iterator({ destroyOnReturn: false });
  } finally {
    file.resume();
  }
};

/** Who runs the command. A header has ASCII only. */
const authorIn = (headers: IncomingHttpHeaders): string =>
  decodeURIComponent(String(headers['x-released-by']));

/**
 * What commands of the operator call. It never listens on the network: the process that has the embedded database open
 * serves it on a socket in DATA_DIR, and a command that opens the database itself calls it in its own process.
 */
export const commandApp = ({ config, database, choices, audit }: Options): App => {
  const app = Fastify({ requestTimeout: 0 }).withTypeProvider<ValibotTypes>();
  validateWithValibot(app);
  auditRequests(app, audit);
  app.setErrorHandler((error, _request, reply) => {
    const message = isNativeError(error) ? error.message : String(error);
    const kind = isNativeError(error) && 'kind' in error ? error.kind : undefined;
    return reply.code(error instanceof Failure ? error.statusCode : 500).send({ message, kind });
  });
  app.addContentTypeParser('application/octet-stream', (_request, file, done) => done(null, file));
  app.post<{ Body: Readable; Querystring: Record<'dryRun' | 'quiet' | 'yes', string> }>(
    '/import',
    async ({ body, query, audit: record }) =>
      importCustomers(database, chunksOf(body), {
        dryRun: query.dryRun === 'true',
        isQuiet: query.quiet === 'true',
        isConfirmed: query.yes === 'true',
        erasures: (await loadKeys(config)).erasures,
        isEmbedded: !config.databaseUrl,
        audit: record,
        kinds: config.statusKinds,
      }),
  );
  const context = { config, database, keys: () => loadKeys(config) };
  for (const [name, run] of Object.entries(work))
    app.post(`/work/${name}`, { bodyLimit: 64 * 1024 * 1024 }, ({ headers, body, audit: record }) =>
      run(context, body, (event) => record({ who: authorIn(headers), ...event })),
    );
  app.register(releaseCallRoutes, {
    prefix: '/releases',
    config,
    context: releaseContext(config, database, choices),
    key: async () => (await loadKeys(config)).previews,
    identify: async ({ headers }) => operatorNamed(authorIn(headers)),
    isAudited: false,
  });
  return app;
};
