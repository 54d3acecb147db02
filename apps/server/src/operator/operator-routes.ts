import { ReleaseError, type Trust } from '@portal/releases';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Audit } from '../audit/audit';
import type { Config } from '../config/config';
import { bearerOf, sameSecret } from '../config/secrets';
import type { Database } from '../database/connect';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import { configureCallScope, type Routes } from '../http/validation';
import { limitStore } from '../limits/limit-store';
import { networksOf } from '../limits/limits';
import type { Caller } from './caller';
import { operatorWork } from './operator-work';

interface Options {
  config: Config;
  /** Absent with API_UPSTREAM: nothing counts wrong tokens then. */
  database?: Database | undefined;
  trust?: Trust | undefined;
  /** The team that a token belongs to; undefined if it is unknown, expired or revoked. */
  findTeam?: (token: string) => Promise<Caller | undefined>;
}

const WRONG_TOKENS = [{ max: 10, seconds: 600 }];

/** A refusal in the audit log, with the work that the route names: `releases/publish`. */
const refused = ({ routeOptions: { url = '' } }: FastifyRequest, failure: Failure, who?: string) =>
  failure.audited({
    event: 'operator',
    outcome: failure.statusCode === 429 ? 'limited' : 'refused',
    work: url.replaceAll(/^.*\/work\/|\/:.*$/g, ''),
    ...(who !== undefined && { who }),
  });

/** What the caller is told about an error of the work. */
const refusalOf = (error: unknown): unknown => {
  if (error instanceof ReleaseError && error.kind === 'refused') return new Failure(409, error.message);
  if (!v.isValiError(error)) return error;
  const faults = error.issues.map((issue) => `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`);
  return new Failure(400, faults.join('. '));
};

/**
 * Finds out who calls, by a bearer token or the header of a trusted proxy. A team's token counts alone: behind the proxy
 * of the operator, a revoked one does not turn its team into the operator.
 */
const createIdentify = ({ config: { operator }, database, findTeam }: Options) => {
  /** Under the lock of the limit, guesses in parallel cannot outrun it. */
  const isOperators = async (given: string, token: string, request: FastifyRequest) => {
    const isRight = sameSecret(given, token);
    const key = `operator/${networksOf(request.ip).at(-1)?.name}`;
    const seconds = await database?.transaction().execute((transaction) => {
      const { wait, take } = limitStore(transaction);
      return (isRight ? wait : take)(key, WRONG_TOKENS);
    });
    if (!seconds) return isRight;
    const tooMany = `Your network sent too many wrong tokens. Try again in ${seconds} seconds.`;
    throw refused(request, new Failure(429, tooMany, seconds));
  };
  const find = async (request: FastifyRequest, given?: string): Promise<Caller | undefined> => {
    if (given?.startsWith('pt_')) return findTeam?.(given);
    // The peer is a trusted proxy if Fastify believes its X-Forwarded-For.
    const name = (request.ips?.length ?? 0) > 1 && request.headers[operator?.header ?? ''];
    if (name) return { who: String(name), operator: true };
    const isOperator = given && operator?.token && (await isOperators(given, operator.token, request));
    return isOperator ? { who: 'operator', operator: true } : undefined;
  };
  return async (request: FastifyRequest): Promise<Caller> => {
    const given = bearerOf(request);
    const caller = await find(request, given);
    if (caller) return caller;
    const advice = 'Send a valid token as "Authorization: Bearer …": OPERATOR_TOKEN, or one for your team.';
    throw given === undefined ? new Failure(401, advice) : refused(request, new Failure(401, advice));
  };
};

/**
 * `POST /-/operator/work/…`: operators and teams call work by its name. Needs JSON and takes no cookie, so that a page of
 * another site cannot call in their name, even behind a proxy that signs them in.
 */
export const operatorRoutes: Routes<Options> = async (app, options) => {
  const { config, database, trust } = options;
  const { origin: own } = config.publicUrl;
  const identify = createIdentify(options);
  secureCalls(app);
  configureCallScope(app);
  app.addHook('onRequest', async (request) => {
    const { origin = own, 'sec-fetch-site': site = 'none' } = request.headers;
    if (origin !== own || !['same-origin', 'none'].includes(String(site)))
      throw refused(request, new Failure(403, 'Another site sent this call. Open the page at PUBLIC_URL.'));
    await identify(request);
  });
  for (const [name, { team, run, ...limit }] of Object.entries(operatorWork(config, database, trust)))
    app.post<{ Params: Record<string, string>; Body: Record<string, unknown> }>(
      `/-/operator/work/${name}`,
      { schema: { body: v.record(v.string(), v.unknown()) }, ...limit },
      async (request) => {
        // Again: the token may have been revoked while the body arrived.
        const caller = await identify(request);
        const { who } = caller;
        const audit: Audit = (event) => request.audit({ ...event, who });
        try {
          if (!caller.operator && !team) throw new Failure(403, 'Only the operator may do this.');
          return await run({ ...request.body, ...request.params }, { caller, audit });
        } catch (error) {
          const isForbidden = error instanceof Failure && error.statusCode === 403 && !error.event;
          throw isForbidden ? refused(request, error, who) : refusalOf(error);
        }
      },
    );
  app.post('/-/operator/work/*', async () => {
    throw new Failure(404, 'There is no such work. With API_UPSTREAM, customers and messages are there.');
  });
};
