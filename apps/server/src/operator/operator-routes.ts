import { ReleaseError } from '@portal/releases';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Audit } from '../audit/audit';
import { operatorsWork } from '../commands/work';
import type { Config } from '../config/config';
import type { RemoteChoices } from '../config/remote-choices';
import { hasBearer } from '../config/secrets';
import { readContact } from '../customers/contact';
import { transact, type Database } from '../database/connect';
import { examine } from '../doctor/doctor';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import { configureCallScope, type Routes } from '../http/validation';
import { limitStore } from '../limits/limit-store';
import { networksOf } from '../limits/limits';
import { releaseVerbs, teamTokenStore } from '../releases/team-token-store';
interface Caller {
  who: string;
  operator: boolean;
}

interface Options {
  config: Config;
  database?: Database | undefined;
  choices?: RemoteChoices | undefined;
}

/** Work by name. Teams may call it where it says so. It parses what it is given, and audits what it changes. */
type Works = Record<
  string,
  {
    team?: true;
    bodyLimit?: number;
    run: (given: object, context: { caller: Caller; audit: Audit }) => Promise<unknown>;
  }
>;

/** Reads the contact of a customer, as people type it. */
const withContact = (given: object, { sms }: Config): object => {
  if (!('contact' in given)) return given;
  const contact = readContact(String(given.contact), sms.countries);
  if (contact) return { ...given, contact };
  throw new Failure(400, 'Write an email address or a phone number: ann@example.com or +12025550123.');
};

const databaseWork = (config: Config, database: Database): Works =>
  Object.fromEntries(
    Object.entries(operatorsWork).map(([name, run]) => [
      name,
      { run: async (given, { audit }) => run(database, withContact(given, config), audit) },
    ]),
  );

/** What operators and teams can call. A `:name` in a name joins the parameters. With API_UPSTREAM, no database. */
export const operatorWork = ({ config, database, choices = {} }: Options): Works => ({
  session: { team: true, run: async (_, { caller }) => caller },
  doctor: { run: async () => ({ findings: await examine(config, { choices }) }) },
  ...(database && databaseWork(config, database)),
});

/** A refusal in the audit log, with the work that the route names: `releases/publish`. */
const refused = ({ routeOptions }: FastifyRequest, failure: Failure, who?: string) => {
  const work = routeOptions.url?.replaceAll(/^.*\/work\/|\/:.*$/g, '') ?? '';
  return failure.audited({ event: 'operator', outcome: 'refused', work, ...(who !== undefined && { who }) });
};

const OPERATOR: Caller = { who: 'operator', operator: true, names: [], verbs: releaseVerbs };

/** Under the lock of the limit, guesses in parallel cannot outrun it. With API_UPSTREAM, nothing counts them. */
const hasOperatorToken = async (request: FastifyRequest, token: string, database: Options['database']) => {
  const isRight = hasBearer(request, token);
  const key = `operator/${networksOf(request.ip).at(-1)?.name}`;
  const seconds = await (database &&
    transact(database, (transaction) => {
      const { wait, take } = limitStore(transaction);
      return (isRight ? wait : take)(key, [{ max: 10, seconds: 600 }]);
    }));
  if (!seconds) return isRight;
  throw refused(request, new Failure(429, `Too many wrong tokens: wait ${seconds} seconds.`, seconds));
};

/**
 * Finds out who calls, by a bearer token or the header of a trusted proxy. A team's token counts alone: behind the proxy
 * of the operator, a revoked one does not turn its team into the operator.
 */
const identify = async (request: FastifyRequest, { config, database }: Options): Promise<Caller> => {
  const { token, header = '' } = config.operator ?? {};
  const { authorization, [header]: name } = request.headers;
  const [, team] = /^Bearer +(pt_\S+)$/i.exec(authorization ?? '') ?? [];
  const caller = team && database && (await teamTokenStore(database).find(team));
  if (caller) return caller;
  // Fastify lists more than the peer if that is a trusted proxy.
  if (!team && name && (request.ips?.length ?? 0) > 1) return { ...OPERATOR, who: String(name) };
  if (!team && token && authorization && (await hasOperatorToken(request, token, database))) return OPERATOR;
  const failure = new Failure(
    401,
    'Send OPERATOR_TOKEN or a valid token of a team: "Authorization: Bearer …".',
  );
  throw authorization ? refused(request, failure) : failure;
};

/** What the caller is told about an error of the work. */
const failureOf = (error: unknown): unknown => {
  if (error instanceof ReleaseError && error.kind === 'refused') return new Failure(409, error.message);
  if (!v.isValiError(error)) return error;
  return new Failure(400, error.issues.map((fault) => `${v.getDotPath(fault)}: ${fault.message}`).join('. '));
};

/**
 * `POST /-/operator/work/…`: operators and teams call work by its name. Needs JSON and takes no cookie, so that a page of
 * another site cannot call in their name, even behind a proxy that signs them in.
 */
export const operatorRoutes: Routes<Options> = async (app, options) => {
  const own = options.config.publicUrl.origin;
  secureCalls(app);
  configureCallScope(app);
  app.addHook('onRequest', async (request) => {
    const { origin = own, 'sec-fetch-site': site = 'none' } = request.headers;
    if (origin !== own || !['same-origin', 'none'].includes(String(site)))
      throw refused(request, new Failure(403, 'Another site sent this call. Open the page at PUBLIC_URL.'));
    await identify(request, options);
  });
  for (const [name, { team, run, ...limit }] of Object.entries(operatorWork(options)))
    app.post<{ Params: Record<string, string>; Body: Record<string, unknown> }>(
      `/-/operator/work/${name}`,
      { schema: { body: v.record(v.string(), v.unknown()) }, ...limit },
      async (request) => {
        // Again: the token may have been revoked while the body arrived.
        const caller = await identify(request, options);
        const { who } = caller;
        try {
          if (!caller.operator && !team) throw new Failure(403, 'Only the operator may do this.');
          const given = { ...request.body, ...request.params };
          return await run(given, { caller, audit: (event) => request.audit({ ...event, who }) });
        } catch (error) {
          const isForbidden = error instanceof Failure && error.statusCode === 403;
          throw isForbidden ? refused(request, error, who) : failureOf(error);
        }
      },
    );
};
