import multipart from '@fastify/multipart';
import { releaseCalls, ReleaseError, SHELL, type Outcome, type Releases } from '@portal/releases';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Audit } from '../audit/audit';
import type { Config } from '../config/config';
import type { Key } from '../config/secrets';
import type { Database } from '../database/connect';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import { configureCallScope, type Routes } from '../http/validation';
import type { ReleaseContext } from './changes';
import { databaseReleases } from './database-releases';
import { teamTokenStore, type ReleaseVerb, type Team } from './team-token-store';
import { inTurn, withUpload } from './uploads';

/** Who calls: the operator, who may do everything, or a team with a token for its remotes. */
export interface Caller extends Pick<Team, 'maxBytes' | 'maxFiles' | 'maxVersions' | 'maxWhy'> {
  /** The author of changes in the history. */
  who: string;
  /** Whether the audit log records what the caller changes. The history of releases has it anyway. */
  isTeam: boolean;
  /** @returns why the caller may not do it; undefined if they may */
  refusal: (verb: ReleaseVerb | 'preview', name: string) => string | undefined;
}

interface Options {
  config: Pick<Config, 'baseUrl'>;
  context: ReleaseContext;
  /** The key that signs the grants of previews. */
  key: () => Promise<Key>;
  /** @throws Failure 401 for a stranger */
  identify: (request: FastifyRequest) => Promise<Caller>;
}

const unknownToken = (request: FastifyRequest): Failure => {
  const failure = new Failure(401, 'Send a valid token of a team: "Authorization: Bearer pt_…".');
  const refused = { event: 'operator', outcome: 'refused', work: 'releases' } as const;
  return request.headers.authorization ? failure.audited(refused) : failure;
};

/** Finds a team by its token. */
export const identifyTeam =
  (database: Database): Options['identify'] =>
  async (request) => {
    const [, token] = /^Bearer +(pt_\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const team = token && (await teamTokenStore(database).find(token));
    if (!team) throw unknownToken(request);
    const { who, names, verbs } = team;
    return {
      ...team,
      isTeam: true,
      refusal: (verb, name) => {
        // The shell is the operator's, and each remote is previewed in it.
        if (
          verb === 'preview' ? [...names, SHELL].includes(name) : names.includes(name) && verbs.includes(verb)
        )
          return undefined;
        return `The token of ${who} may not ${verb} ${name}. It may ${verbs.join(', ')}: ${names.join(', ')}.`;
      },
    };
  };

/** The operator, who names the author of a change in a header, which has ASCII only. */
export const identifyOperator: Options['identify'] = async ({ headers }) => ({
  who: decodeURIComponent(String(headers['x-released-by'])),
  isTeam: false,
  maxBytes: Infinity,
  maxFiles: Infinity,
  maxVersions: Infinity,
  maxWhy: Infinity,
  refusal: () => undefined,
});

/** @throws Failure 403 */
const requireMay = ({ who, refusal }: Caller, verb: ReleaseVerb | 'preview', name: string): void => {
  const sentence = refusal(verb, name);
  if (sentence === undefined) return;
  throw new Failure(403, sentence).audited({
    event: 'operator',
    outcome: 'refused',
    work: `releases/${verb}`,
    who,
  });
};

/** What each call that changes a release is given. */
interface ChangeGiven {
  name: string;
  why?: string;
  dryRun: boolean;
}

/** What a call has changed, and its answer. */
interface Changed {
  version: string | null;
  isDone: boolean;
  answer: object;
}

const requireShort = (why: string | undefined, { maxWhy }: Caller): void => {
  if (why !== undefined && why.length > maxWhy)
    throw new Failure(400, `The reason has ${why.length} characters. Use at most ${maxWhy}.`);
};

/** What the caller is told about an error of the work. */
export const failureOf = (error: unknown): unknown => {
  if (error instanceof ReleaseError) return new Failure(error.kind === 'refused' ? 409 : 503, error.message);
  if (!v.isValiError(error)) return error;
  return new Failure(400, error.issues.map((fault) => `${v.getDotPath(fault)}: ${fault.message}`).join('. '));
};

/** Records what a team has changed. */
const record = (audit: Audit, who: string, verb: ReleaseVerb, remote: string, version: string | null) =>
  audit({
    event: 'operator',
    outcome: 'done',
    work: `releases/${verb}`,
    remote,
    who,
    ...(version !== null && { version }),
  });

/**
 * `POST <prefix>/<call>`: what teams and operators do with releases. Takes no cookie, so that a page of another site cannot
 * call in anybody's name.
 */
export const releaseCallRoutes: Routes<Options> = async (app, { config, context, key, identify }) => {
  secureCalls(app);
  configureCallScope(app);
  await app.register(multipart);
  // Before the body arrives.
  app.addHook('onRequest', async (request) => void (await identify(request)));
  app.setErrorHandler((error) => {
    throw failureOf(error);
  });

  const releasesOf = ({ who, maxVersions }: Caller): Releases =>
    databaseReleases(context, { who, maxVersions, baseUrl: config.baseUrl, key });

  /** Answers one call. */
  const call = <Schema extends v.GenericSchema>(
    name: string,
    schema: Schema,
    run: (releases: Releases, given: v.InferOutput<Schema>, caller: Caller) => Promise<unknown>,
  ) =>
    app.post(`/${name}`, async (request) => {
      const caller = await identify(request);
      return run(releasesOf(caller), v.parse(schema, request.body), caller);
    });

  /** Answers a call that changes a release, and records it. */
  const change = <Schema extends v.GenericSchema<unknown, ChangeGiven>>(
    verb: Exclude<ReleaseVerb, 'publish'>,
    schema: Schema,
    run: (releases: Releases, given: v.InferOutput<Schema>) => Promise<Changed>,
  ) =>
    app.post(`/${verb}`, async (request) => {
      const caller = await identify(request);
      const given = v.parse(schema, request.body);
      requireMay(caller, verb, given.name);
      requireShort(given.why, caller);
      const { version, isDone, answer } = await run(releasesOf(caller), given);
      if (isDone && caller.isTeam && !given.dryRun)
        record(request.audit, caller.who, verb, given.name, version);
      return answer;
    });

  const outcomeOf = (outcome: Outcome, version: string | null) => ({
    version,
    isDone: outcome.changed,
    answer: outcome,
  });

  call('status', releaseCalls.status, (releases) => releases.status());
  call('show', releaseCalls.show, (releases, given) => releases.show(given));
  call('preview', releaseCalls.preview, (releases, given, caller) => {
    for (const { name } of given.versions) requireMay(caller, 'preview', name);
    return releases.preview(given);
  });
  call('verification', releaseCalls.verification, async (releases, given, caller) => {
    requireMay(caller, 'publish', given.name);
    await releases.keepVerification(given);
    return {};
  });
  change('promote', releaseCalls.promote, async (releases, given) =>
    outcomeOf(await releases.promote(given), given.version),
  );
  change('canary', releaseCalls.canary, async (releases, given) =>
    outcomeOf(await releases.canary(given), 'version' in given ? given.version : null),
  );
  change('rollback', releaseCalls.rollback, async (releases, given) => {
    const outcome = await releases.rollback(given);
    return outcomeOf(outcome, outcome.live);
  });
  change('prune', releaseCalls.prune, async (releases, given) => {
    const pruned = await releases.prune(given);
    return { version: null, isDone: pruned.versions.length > 0, answer: pruned };
  });

  app.post('/publish', async (request) => {
    const { who, ...limits } = await identify(request);
    return inTurn(who, () =>
      withUpload(request, limits, async (publication, directory) => {
        const given = v.parse(v.pipe(v.string(), v.parseJson(), releaseCalls.publish), publication);
        // Again: the token may have been revoked while the files arrived.
        const caller = await identify(request);
        requireMay(caller, 'publish', given.name);
        requireShort(given.why, caller);
        const published = await releasesOf(caller).publish({ ...given, directory });
        if (published.changed && caller.isTeam && !given.dryRun)
          record(request.audit, who, 'publish', given.name, published.version);
        return published;
      }),
    );
  });
};
