import type { Trust } from '@portal/releases';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Config } from '../config/config';
import { bearerIn } from '../config/secrets';
import type { Database } from '../database/connect';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import { configureCallScope, type Routes } from '../http/validation';
import { teamTokenStore } from '../releases/team-token-store';
import { failureOf, refused } from './failures';
import { releaseWork, type Caller } from './release-work';

interface Options {
  config: Config;
  database: Database;
  trust?: Trust | undefined;
}

/** @throws Failure 401 without a valid token of a team */
const identify = async (request: FastifyRequest, database: Database): Promise<Caller> => {
  const token = bearerIn(request);
  const caller = token.startsWith('pt_') && (await teamTokenStore(database).find(token));
  if (caller) return caller;
  const failure = new Failure(401, 'Send a valid token of a team: "Authorization: Bearer …".');
  throw request.headers.authorization ? refused(request, failure) : failure;
};

/** `POST /-/operator/work/…`: teams call work by its name. A `:name` in a name joins the parameters. */
export const teamRoutes: Routes<Options> = async (app, { config, database, trust = {} }) => {
  secureCalls(app);
  configureCallScope(app);
  app.addHook('onRequest', async (request) => void (await identify(request, database)));
  for (const [name, { run, ...limit }] of Object.entries(releaseWork(config, trust)))
    app.post<{ Params: Record<string, string>; Body: Record<string, unknown> }>(
      `/-/operator/work/${name}`,
      { schema: { body: v.record(v.string(), v.unknown()) }, ...limit },
      async (request) => {
        // Again: the token may have been revoked while the body arrived.
        const caller = await identify(request, database);
        const { who } = caller;
        try {
          const given = { ...request.body, ...request.params };
          return await run(given, { caller, audit: (event) => request.audit({ ...event, who }) });
        } catch (error) {
          const isForbidden = error instanceof Failure && error.statusCode === 403;
          throw isForbidden ? refused(request, error, who) : failureOf(error);
        }
      },
    );
};
