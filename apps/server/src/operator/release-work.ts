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

/** Who calls: the operator, who may do everything, or a team with the token for its remotes. */
export interface Caller {
  who: string;
  operator: boolean;
  names: readonly string[];
  verbs: readonly ReleaseVerb[];
}

interface Context {
  caller: Caller;
  /** Records what was done; it adds who calls. */
  audit: Audit;
}

const given = {
  name: v.string(),
  why: v.exactOptional(v.string()),
  dryRun: v.exactOptional(v.boolean(), false),
};

const share = v.strictObject({ ...given, version: versionSchema, percent: percentSchema });
const stop = v.strictObject({ ...given, stop: v.literal(true) });

const publication = v.strictObject({
  ...given,
  version: v.exactOptional(versionSchema),
  baseVersion: versionSchema,
  descriptor: v.exactOptional(descriptorSchema),
  allowSize: v.exactOptional(v.boolean(), false),
  files: buildFilesSchema,
});

/** @throws Failure 403 unless the token covers the remote and the verb */
const requireMayChange = ({ who, operator, names, verbs }: Caller, name: string, verb: ReleaseVerb) => {
  if (operator || (names.includes(name) && verbs.includes(verb))) return;
  throw new Failure(
    403,
    `The token of ${who} may not ${verb} ${name}. It may ${verbs.join(', ')}: ${names.join(', ')}.`,
  );
};

/** The work of operators and teams on releases, by the name of its call. Results are JSON. */
export const releaseWork = (
  { releasesUrl, releaseSigningKey }: Pick<Config, 'releasesUrl' | 'releaseSigningKey'>,
  trust: Trust,
) => {
  /** Opens the releases for changes; a rehearsal writes nothing. Serving them needs no signing key. */
  const open = async (isRehearsal: boolean) => {
    const signingKey = releaseSigningKey && (await readSigningKey(releaseSigningKey));
    return openReleases(releasesUrl, { ...trust, ...(signingKey && { signingKey }) }, isRehearsal);
  };

  /** Work that changes a release: parsed, allowed, and recorded in the audit log. */
  const change = <Given extends { name: string; why?: string; dryRun: boolean }>(
    verb: ReleaseVerb,
    schema: v.GenericSchema<unknown, Given>,
    run: (store: ReleaseStore, given: Given, by: ChangeAuthor) => Promise<Outcome>,
  ) => ({
    run: async (parameters: unknown, { caller, audit }: Context) => {
      const parsed = v.parse(schema, parameters);
      const { name, why, dryRun } = parsed;
      requireMayChange(caller, name, verb);
      const by = { who: caller.who, why, now: new Date() };
      const outcome = await run(await open(dryRun), parsed, by);
      const version = outcome.document.history.at(-1)?.versions.at(0);
      const done = { event: 'operator', outcome: 'done', work: `releases/${verb}`, remote: name } as const;
      if (!dryRun && outcome.changed) audit({ ...done, ...(version !== undefined && { version }) });
      return outcome;
    },
  });

  return {
    'releases/status': { run: async () => readStatuses(await open(true)) },
    'releases/show': {
      run: async (parameters: unknown) => {
        const { name } = v.parse(v.strictObject({ name: v.string() }), parameters);
        return readRelease(await open(true), name);
      },
    },
    'releases/promote': change(
      'promote',
      v.strictObject({ ...given, version: versionSchema }),
      (store, { name, version }, by) => promote(store, name, version, by),
    ),
    'releases/canary': change('canary', v.union([share, stop]), (store, chosen, by) =>
      'stop' in chosen ? stopCanary(store, chosen.name, by) : canary(store, chosen.name, chosen, by),
    ),
    'releases/rollback': change(
      'rollback',
      v.strictObject({ ...given, to: v.optional(versionSchema) }),
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
