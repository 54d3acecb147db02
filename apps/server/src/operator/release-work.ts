import { descriptorSchema, percentSchema, versionSchema } from '@portal/contract';
import {
  buildFilesSchema,
  canary,
  openReleases,
  promote,
  publish,
  readRelease,
  readSigningKey,
  readStatuses,
  rollback,
  stopCanary,
  withBuildFiles,
  type ChangeAuthor,
  type Outcome,
  type ReleaseStore,
  type Trust,
} from '@portal/releases';
import * as v from 'valibot';
import type { Audit } from '../audit/audit';
import type { Config } from '../config/config';
import { Failure } from '../http/errors';
import type { ReleaseVerb } from '../releases/team-token-store';

/** Who calls: the operator, or a team with the token for its remotes. */
export type Caller =
  | { who: string; operator: true }
  | {
      who: string;
      operator: false;
      names: readonly string[];
      verbs: readonly ReleaseVerb[];
      tokenId: string;
    };

/**
 * Opens the releases for changes, which RELEASE_SIGNING_KEY signs; serving them needs no such key. A rehearsal answers a
 * change, but writes nothing.
 */
export const openForChanges =
  (config: Pick<Config, 'releasesUrl' | 'releaseSigningKey'>, trust: Trust) =>
  async (isRehearsal: boolean) => {
    const signingKey = config.releaseSigningKey && (await readSigningKey(config.releaseSigningKey));
    return openReleases(config.releasesUrl, { ...trust, ...(signingKey && { signingKey }) }, isRehearsal);
  };

const given = v.strictObject({
  name: v.string(),
  why: v.optional(v.string()),
  dryRun: v.optional(v.boolean(), false),
});

const share = v.strictObject({ ...given.entries, version: versionSchema, percent: percentSchema });
const stop = v.strictObject({ ...given.entries, stop: v.literal(true) });

const publication = v.strictObject({
  ...given.entries,
  version: v.optional(versionSchema),
  baseVersion: versionSchema,
  descriptor: v.optional(descriptorSchema),
  allowSize: v.optional(v.boolean(), false),
  files: buildFilesSchema,
});

/** @throws Failure 403 unless the token covers the remote and the verb */
const requireMayChange = (caller: Caller, name: string, verb: ReleaseVerb): void => {
  if (caller.operator || (caller.names.includes(name) && caller.verbs.includes(verb))) return;
  const { who, names, verbs } = caller;
  throw new Failure(
    403,
    `The token of ${who} may not ${verb} ${name}. It may ${verbs.join(', ')}: ${names.join(', ')}.`,
  );
};

/** The work of operators and teams on releases, by the name of its call. Results are JSON. */
export const releaseWork = (open: ReturnType<typeof openForChanges>) => {
  /** Work that changes a release: parsed, allowed, and recorded in the audit log, which adds who calls. */
  const change = <Schema extends v.GenericSchema<unknown, v.InferOutput<typeof given>>>(
    verb: ReleaseVerb,
    schema: Schema,
    run: (store: ReleaseStore, given: v.InferOutput<Schema>, by: ChangeAuthor) => Promise<Outcome>,
  ) => ({
    team: true as const,
    run: async (parameters: unknown, { caller, audit }: { caller: Caller; audit: Audit }) => {
      const parsed = v.parse(schema, parameters);
      const { name, why, dryRun } = parsed;
      requireMayChange(caller, name, verb);
      const by = { who: caller.who, why, now: new Date() };
      const outcome = await run(await open(dryRun), parsed, by);
      const version = outcome.document.history.at(-1)?.versions.at(0);
      if (!dryRun && outcome.changed)
        audit({
          event: 'operator',
          outcome: 'done',
          work: `releases/${verb}`,
          remote: name,
          ...(version !== undefined && { version }),
        });
      return outcome;
    },
  });

  return {
    'releases/status': { team: true as const, run: async () => readStatuses(await open(true)) },
    'releases/show': {
      team: true as const,
      run: async (parameters: unknown) => {
        const { name } = v.parse(v.strictObject({ name: v.string() }), parameters);
        return readRelease(await open(true), name);
      },
    },
    'releases/promote': change(
      'promote',
      v.strictObject({ ...given.entries, version: versionSchema }),
      (store, { name, version }, by) => promote(store, name, version, by),
    ),
    'releases/canary': change('canary', v.union([share, stop]), (store, chosen, by) =>
      'stop' in chosen ? stopCanary(store, chosen.name, by) : canary(store, chosen.name, chosen, by),
    ),
    'releases/rollback': change(
      'rollback',
      v.strictObject({ ...given.entries, to: v.optional(versionSchema) }),
      (store, { name, to }, by) => rollback(store, name, to, by),
    ),
    'releases/publish/:name': {
      ...change('publish', publication, (store, { files, ...rest }, by) =>
        withBuildFiles(files, (directory) => publish(store, { ...rest, directory, by })),
      ),
      bodyLimit: 64 * 1024 * 1024,
    },
  };
};
