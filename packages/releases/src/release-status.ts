import {
  releaseDocumentSchema,
  verificationSchema,
  versionSchema,
  type ReleaseDocument,
} from '@portal/contract';
import * as v from 'valibot';
import { newestFirst, requireDocument } from './change-document';
import { incompatibility } from './conflicts';
import { traceFailures, tracedFailureSchema } from './failed-calls';
import { FAILURES } from './failures';
import { failureRate, HEALTH, tallySchema, type Health } from './health';
import { settled, withRollback } from './interventions';
import { lostFiles } from './lost-files';
import { SHELL } from './other-releases';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

const decidedEntries = { at: v.string(), why: v.string() };

/** A live or canary version: who released it when, and how often it fails. */
const servedVersionSchema = v.object({
  version: versionSchema,
  since: v.nullable(v.string()),
  who: v.nullable(v.string()),
  why: v.nullable(v.string()),
  /** Null until browsers report something. */
  health: v.nullable(v.object({ ...tallySchema.entries, rate: v.number() })),
  problem: v.nullable(v.string()),
});

/** The release of a remote, or of the shell. */
export const statusSchema = v.object({
  name: v.string(),
  live: v.nullable(servedVersionSchema),
  canary: v.nullable(
    v.object({
      ...servedVersionSchema.entries,
      percent: v.number(),
      stopped: v.nullable(v.object(decidedEntries)),
    }),
  ),
  previous: v.nullable(versionSchema),
  /** A promoted version that the portal has taken back, until the next change of the release. */
  rolledBack: v.exactOptional(v.object({ version: versionSchema, ...decidedEntries })),
  versionCount: v.number(),
  /** Why the release cannot be read; null if it can. */
  problem: v.nullable(v.string()),
});

/** The status of a remote, with its versions, newest first, what failed in browsers, and its history. */
export const releaseViewSchema = v.object({
  status: statusSchema,
  versions: v.array(
    v.object({
      version: versionSchema,
      publishedAt: v.string(),
      /** Null if it was published without `--verify`. */
      verification: v.nullable(verificationSchema),
    }),
  ),
  failures: v.array(tracedFailureSchema),
  history: releaseDocumentSchema.entries.history,
});

export type ServedVersion = v.InferOutput<typeof servedVersionSchema>;
export type Status = v.InferOutput<typeof statusSchema>;
export type ReleaseView = v.InferOutput<typeof releaseViewSchema>;

const statusOf = async (
  store: ReleaseStore,
  stored: ReleaseDocument,
  health: Health | undefined,
  shell: string | undefined | null,
): Promise<Status> => {
  const document = withRollback(stored, health);
  const { name, live, canary, previous, versions, history } = document;
  // Ignore health that was reported for an earlier release.
  const isCurrent =
    health?.live === stored.live &&
    health.canary === (stored.canary?.version ?? null) &&
    health.canarySince === (stored.canary?.since ?? null);

  const served = async (version: string, ...actions: string[]): Promise<ServedVersion> => {
    const change = history.findLast(({ action }) => actions.includes(action));
    const tally = isCurrent ? health.versions[version] : undefined;
    const descriptor = versions[version]?.descriptor;
    const misfit = descriptor && shell ? incompatibility(descriptor, shell) : undefined;
    return {
      version,
      since: change?.at ?? null,
      who: change?.who ?? null,
      why: change?.why ?? null,
      health: tally ? { ...tally, rate: failureRate(tally) } : null,
      problem: misfit ? `${misfit}: left out` : ((await lostFiles(store, document, version)) ?? null),
    };
  };

  const stopped = isCurrent && health.stopped?.version === canary?.version ? health.stopped : null;
  const rolledBack = live === stored.live ? undefined : health?.trial?.rolledBack;
  return {
    name,
    live: live === null ? null : await served(live, 'promote', 'rollback'),
    canary: canary && {
      ...(await served(canary.version, 'canary')),
      percent: canary.percent,
      stopped: stopped && { at: stopped.at, why: stopped.why },
    },
    previous,
    ...(stored.live !== null &&
      rolledBack && { rolledBack: { version: stored.live, at: rolledBack.at, why: rolledBack.why } }),
    versionCount: Object.keys(versions).length,
    problem: null,
  };
};

/** Reads the status of a remote. An unreadable document is its problem. */
const readStatus = async (
  store: ReleaseStore,
  name: string,
  shell: ReleaseDocument | undefined,
): Promise<Status> => {
  const nothing = { live: null, canary: null, previous: null, versionCount: 0 };
  try {
    const [document, health] = await Promise.all([store.read(name), store.readReports(HEALTH, name)]);
    return document
      ? await statusOf(store, document, health, shell?.live)
      : { name, ...nothing, problem: 'has only an abandoned upload' };
  } catch (error) {
    if (error instanceof ReleaseError) return { name, ...nothing, problem: error.message };
    throw error;
  }
};

const readShell = (store: ReleaseStore) => store.read(SHELL).catch(() => undefined);

/** Reads the statuses of all remotes and of the shell, by name. */
export const readStatuses = async (store: ReleaseStore): Promise<Status[]> => {
  const shell = await readShell(store);
  return Promise.all((await store.names()).sort().map((name) => readStatus(store, name, shell)));
};

/** Reads all about a remote; damaged reports count as absent. @throws ReleaseError if nothing is published under the name */
export const readRelease = async (
  store: ReleaseStore,
  name: string,
): Promise<ReleaseView & { health: Health['versions'] }> => {
  const stored = requireDocument(await store.read(name), name);
  const [health, reported = []] = await Promise.all([
    store.readReports(HEALTH, name).catch(() => undefined),
    store.readReports(FAILURES, name).catch(() => undefined),
  ]);
  const document = settled(stored, health);
  return {
    status: await readStatus(store, name, await readShell(store)),
    versions: newestFirst(document).map((version) => ({
      version,
      publishedAt: document.versions[version]?.publishedAt ?? '',
      verification: document.versions[version]?.verification ?? null,
    })),
    failures: await traceFailures(store, reported),
    history: document.history,
    health: health?.versions ?? {},
  };
};
