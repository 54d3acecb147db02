import type { ReleaseDocument } from '@portal/contract';
import { newestFirst, requireDocument } from './change-document';
import { incompatibility } from './conflicts';
import { FAILURES } from './failures';
import { failureRate, HEALTH, HOURS, type Health } from './health';
import { settled, withRollback } from './interventions';
import { lostFiles } from './lost-files';
import { SHELL } from './other-releases';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';
import { traceFailures } from './source-maps';

const statusOf = async (
  store: ReleaseStore,
  stored: ReleaseDocument,
  health: Health | undefined,
  shell: string | undefined | null,
) => {
  const document = withRollback(stored, health);
  const { name, live, canary, previous, versions, history } = document;
  // Ignore health that was reported for an earlier release.
  const isCurrent =
    health?.live === stored.live &&
    health.canary === (stored.canary?.version ?? null) &&
    health.canarySince === (stored.canary?.since ?? null);

  /** A live or canary version: who released it when, and how often it fails. */
  const served = async (version: string, ...actions: string[]) => {
    const change = history.findLast(({ action }) => actions.includes(action));
    const tally = isCurrent ? health.versions[version] : undefined;
    const descriptor = versions[version]?.descriptor;
    const misfit = descriptor && shell ? incompatibility(descriptor, shell) : undefined;
    return {
      version,
      since: change?.at ?? null,
      who: change?.who ?? null,
      why: change?.why ?? null,
      /** Null until browsers report something. */
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
    /** A promoted version that the portal has taken back, until the next change of the release. */
    rolledBack:
      rolledBack && stored.live !== null
        ? { version: stored.live, at: rolledBack.at, why: rolledBack.why }
        : undefined,
    versionCount: Object.keys(versions).length,
    problem: null,
  };
};

/** Reads the status of a remote. An unreadable document is its problem. */
const readStatus = async (store: ReleaseStore, name: string, shell: ReleaseDocument | undefined) => {
  const unreadable = (problem: string) => ({
    name,
    live: null,
    canary: null,
    previous: null,
    rolledBack: undefined,
    versionCount: 0,
    problem,
  });
  try {
    const [document, health] = await Promise.all([store.read(name), store.readReports(HEALTH, name)]);
    return document
      ? await statusOf(store, document, health, shell?.live)
      : unreadable('has only an abandoned upload');
  } catch (error) {
    if (error instanceof ReleaseError) return unreadable(error.message);
    throw error;
  }
};

const readShell = (store: ReleaseStore) => store.read(SHELL).catch(() => undefined);

/** Reads the statuses of all remotes and of the shell, by name. */
export const readStatuses = async (store: ReleaseStore) => {
  const shell = await readShell(store);
  return Promise.all((await store.names()).sort().map((name) => readStatus(store, name, shell)));
};

/**
 * Reads the status of a remote, its versions, newest first, what failed in browsers, and its history. Damaged reports
 * count as absent. @throws ReleaseError if nothing is published under the name
 */
export const readRelease = async (store: ReleaseStore, name: string) => {
  const stored = requireDocument(await store.read(name), name);
  const [health, reported = [], hours = {}] = await Promise.all([
    store.readReports(HEALTH, name).catch(() => undefined),
    store.readReports(FAILURES, name).catch(() => undefined),
    store.readReports(HOURS, name).catch(() => undefined),
  ]);
  const document = settled(stored, health);
  return {
    status: await readStatus(store, name, await readShell(store)),
    versions: newestFirst(document).map((version) => ({
      version,
      publishedAt: document.versions[version]?.publishedAt ?? '',
      /** Null if it was published without `--verify`. */
      verification: document.versions[version]?.verification ?? null,
    })),
    failures: await traceFailures(store, reported),
    hours,
    history: document.history,
  };
};

export type Status = Awaited<ReturnType<typeof readStatus>>;
export type ServedVersion = NonNullable<Status['live']>;
export type ReleaseView = Awaited<ReturnType<typeof readRelease>>;
