import type { ReleaseDocument } from '@portal/contract';
import {
  failureRate,
  HEALTH,
  incompatibility,
  lostFiles,
  ReleaseError,
  SHELL,
  withRollback,
  type Health,
  type ReleaseStore,
  type Tally,
} from '@portal/releases';

/** A live or canary version: who released it when, and how often it fails. */
export interface ServedVersion {
  version: string;
  since: string | null;
  who: string | null;
  why: string | null;
  /** Null until browsers report something. */
  health: (Tally & { rate: number }) | null;
  problem: string | null;
}

/** The release of a remote, or of the shell. */
export interface Status {
  name: string;
  live: ServedVersion | null;
  canary: (ServedVersion & { percent: number; stopped: { at: string; why: string } | null }) | null;
  previous: string | null;
  /** A promoted version that the portal has taken back, until the next change of the release. */
  rolledBack?: { version: string; at: string; why: string };
  versionCount: number;
  /** Why the release cannot be read; null if it can. */
  problem: string | null;
}

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

/** Reads the statuses of these names. An unreadable document affects only its own status. */
export const readStatuses = async (store: ReleaseStore, names: readonly string[]): Promise<Status[]> => {
  const shell = await store.read(SHELL).catch(() => undefined);
  const nothing = { live: null, canary: null, previous: null, versionCount: 0 };
  return Promise.all(
    names.map(async (name) => {
      try {
        const [document, health] = await Promise.all([store.read(name), store.readReports(HEALTH, name)]);
        return document
          ? await statusOf(store, document, health, shell?.live)
          : { name, ...nothing, problem: 'has only an abandoned upload' };
      } catch (error) {
        if (error instanceof ReleaseError) return { name, ...nothing, problem: error.message };
        throw error;
      }
    }),
  );
};
