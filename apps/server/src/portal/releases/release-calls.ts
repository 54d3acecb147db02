import multipart from '@fastify/multipart';
import {
  describeFaults,
  releaseCalls,
  ReleaseError,
  SHELL,
  type ReleaseCall,
  type Releases,
} from '@portal/releases';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Audit } from '../../platform/audit/audit';
import type { Config } from '../../platform/config/config';
import type { Key } from '../../platform/crypto/secrets';
import type { Database } from '../../platform/database/connect';
import { inTurn } from '../../platform/database/turns';
import { Failure } from '../../platform/http/errors';
import { configureCallScope, secureCalls } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import {
  keepVerification,
  promote,
  prune,
  requirePublished,
  rollback,
  startCanary,
  stopCanary,
  takeDown,
  type ReleaseContext,
} from './changes';
import { grantPreview } from './previews';
import { publish } from './publish';
import { readRelease, readStatuses } from './status';
import { teamTokenStore, type Team } from './team-token-store';
import { withUpload } from './uploads';

/** Who calls: the operator, who may do everything, or a team with a token for its remotes. */
export interface Caller extends Pick<Team, 'maxBytes' | 'maxFiles' | 'maxVersions' | 'maxWhy'> {
  /** The author of changes in the history. */
  who: string;
  /** @returns why the caller may not make a call about a remote; undefined if they may */
  refusal: (call: ReleaseCall, name: string) => string | undefined;
}

/** The verb that a token needs for a call. */
const verbFor = (call: Exclude<ReleaseCall, 'status' | 'show' | 'preview'>) => {
  if (call === 'verification') return 'publish';
  // Back to nothing.
  return call === 'take-down' ? 'rollback' : call;
};

/** Finds a team by its token. @throws Failure 401 */
export const identifyTeam =
  (database: Database) =>
  async (request: FastifyRequest): Promise<Caller> => {
    const [, token] = /^Bearer +(pt_\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const team = token && (await teamTokenStore(database).find(token));
    if (!team) {
      const failure = new Failure(401, 'Send a valid token of a team: "Authorization: Bearer pt_…".');
      const refused = { event: 'operator', outcome: 'refused', work: 'releases' } as const;
      throw request.headers.authorization ? failure.audited(refused) : failure;
    }
    const { who, names, verbs } = team;
    const mayCall = (call: ReleaseCall, name: string): boolean => {
      // The shell is the operator's, and each remote is previewed in it.
      if (call === 'preview') return [...names, SHELL].includes(name);
      if (call === 'status' || call === 'show') return true;
      return names.includes(name) && verbs.includes(verbFor(call));
    };
    return {
      ...team,
      refusal: (call, name) =>
        mayCall(call, name)
          ? undefined
          : `The token of ${who} may not ${call} ${name}. It may ${verbs.join(', ')}: ${names.join(', ')}.`,
    };
  };

/** The operator, who may do everything. */
export const operatorNamed = (who: string): Caller => ({
  who,
  maxBytes: Infinity,
  maxFiles: Infinity,
  maxVersions: Infinity,
  maxWhy: Infinity,
  refusal: () => undefined,
});

/** What the caller is told about an error of the work. */
export const failureOf = (error: unknown): unknown => {
  if (error instanceof ReleaseError) return new Failure(error.kind === 'refused' ? 409 : 503, error.message);
  if (!v.isValiError(error)) return error;
  return new Failure(400, `${describeFaults(error.issues)}.`);
};

interface Work {
  context: ReleaseContext;
  config: Pick<Config, 'baseUrl'>;
  /** The key that signs the grants of previews. */
  key: () => Promise<Key>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The link that shows published versions, at the first page that they have. */
const previewLink = async (
  { context, config, key }: Work,
  { versions, days = 7 }: Parameters<Releases['preview']>[0],
) => {
  const expiresAt = new Date(Date.now() + days * DAY_MS);
  const routes: string[] = [];
  for (const { name, version } of versions) {
    const { descriptor } = await requirePublished(context.database, name, version);
    routes.push(...(descriptor?.routes ?? []));
  }
  const path = routes.find((route) => !/[:*]/.test(route)) ?? '/';
  return {
    url: `${config.baseUrl}${path}?preview=${grantPreview(versions, expiresAt, await key())}`,
    expiresAt: expiresAt.toISOString(),
  };
};

/** What each call does, in the name of a caller. */
const releasesFor = (work: Work, caller: Caller, why: string | undefined): Releases => {
  const { context } = work;
  const { who, maxVersions } = caller;
  const by = { who, why, now: new Date() };
  return {
    status: () => readStatuses(context),
    show: (given) => readRelease(context, given),
    publish: (given) => publish(context, { ...given, maxVersions }, by),
    verification: async (given) => {
      await keepVerification(context, given);
      return {};
    },
    promote: async (given) => {
      const { warnings, ...outcome } = await promote(context, given, by);
      const cannotUndo = `If ${given.name}@${given.version} fails, ${who} cannot go back: the token lacks the verb rollback. Ask the operator of the portal for it.`;
      const mayUndo = caller.refusal('rollback', given.name) === undefined;
      return { ...outcome, warnings: mayUndo ? warnings : [...warnings, cannotUndo] };
    },
    canary: (given) => ('stop' in given ? stopCanary(context, given, by) : startCanary(context, given, by)),
    rollback: (given) => rollback(context, given, by),
    'take-down': (given) => takeDown(context, given, by),
    prune: (given) => prune(context, given, by),
    preview: (given) => previewLink(work, given),
  };
};

/** The parts of the parameters that permissions and limits are about. */
const aboutSchema = v.object({
  name: v.optional(v.string()),
  versions: v.optional(v.array(v.object({ name: v.string() })), []),
  why: v.optional(v.string(), ''),
  dryRun: v.optional(v.boolean(), false),
});

/** The answer of a call that changed something; `prune` names what it removed. */
const changedSchema = v.union([
  v.object({ changed: v.literal(true) }),
  v.object({ versions: v.pipe(v.array(v.string()), v.minLength(1)) }),
]);

/** The version that a call was given, or has named. */
const versionSchema = v.object({ version: v.exactOptional(v.string()) });

/**
 * Makes a call: its parameters are parsed, it is allowed, and what it changes is audited.
 * @param audit absent: the history of releases is enough
 * @param directory the folder with the build of a publication
 */
export const makeReleaseCall = async (
  call: ReleaseCall,
  parameters: unknown,
  { caller, audit, directory }: { caller: Caller; audit?: Audit | undefined; directory?: string | undefined },
  work: Work,
): Promise<object> => {
  const given = v.parse(releaseCalls[call], parameters);
  const { name, versions, why, dryRun } = v.parse(aboutSchema, given);
  const done = { event: 'operator', work: `releases/${call}`, who: caller.who } as const;
  for (const remote of [...(name === undefined ? [] : [name]), ...versions.map((one) => one.name)]) {
    const refusal = caller.refusal(call, remote);
    if (refusal !== undefined) throw new Failure(403, refusal).audited({ ...done, outcome: 'refused' });
  }
  if (why.length > caller.maxWhy)
    throw new Failure(400, `The reason has ${why.length} characters. Use at most ${caller.maxWhy}.`);
  // The parameters were parsed for this call.
  const run = releasesFor(work, caller, why)[call] as (given: object) => Promise<object>;
  const answer = await run({ ...given, directory });
  if (name !== undefined && !dryRun && v.is(changedSchema, answer))
    audit?.({ ...done, outcome: 'done', remote: name, ...v.parse(versionSchema, { ...given, ...answer }) });
  return answer;
};

interface Options extends Work {
  /** @throws Failure 401 for a stranger */
  identify: (request: FastifyRequest) => Promise<Caller>;
  /** Whether the audit log records what callers change. */
  isAudited: boolean;
}

/**
 * `POST <prefix>/<call>`: what teams and operators do with releases. Takes no cookie, so that a page of another site cannot
 * call in anybody's name.
 */
export const releaseCallRoutes: Routes<Options> = async (app, { identify, isAudited, ...work }) => {
  secureCalls(app);
  configureCallScope(app);
  await app.register(multipart);
  // Before the body arrives.
  app.addHook('onRequest', async (request) => void (await identify(request)));
  app.setErrorHandler((error) => {
    throw failureOf(error);
  });

  /** Identifies the caller again: the token may have been revoked while the body arrived. */
  const make = async (call: ReleaseCall, request: FastifyRequest, given: unknown, directory?: string) => {
    const by = { caller: await identify(request), audit: isAudited ? request.audit : undefined, directory };
    return makeReleaseCall(call, given, by, work);
  };

  for (const call of Object.keys(releaseCalls) as ReleaseCall[])
    if (call !== 'publish') app.post(`/${call}`, (request) => make(call, request, request.body));

  app.post('/publish', async (request) => {
    const caller = await identify(request);
    // Each team publishes one build at a time, and its others wait.
    return inTurn(`team ${caller.who}`, () =>
      withUpload(request, caller, (publication, directory) =>
        make('publish', request, publication, directory),
      ),
    );
  });
};
