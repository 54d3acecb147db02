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

const healthOf = (version: string, health: Health | undefined) => {
  const tally = health?.versions[version];
  return tally ? { ...tally, rate: failureRate(tally) } : null;
};

/** Ignores health that was reported for an earlier release. */
const currentHealth = (health: Health | undefined, { live, canary }: ReleaseDocument): Health | undefined =>
  health?.live === live &&
  health.canary === (canary?.version ?? null) &&
  health.canarySince === (canary?.since ?? null)
    ? health
    : undefined;

const problemOf = async (
  store: ReleaseStore,
  document: ReleaseDocument,
  version: string,
  shell: string | null,
): Promise<string | null> => {
  const descriptor = document.versions[version]?.descriptor;
  const problem = descriptor && shell !== null ? incompatibility(descriptor, shell) : undefined;
  return problem ? `${problem}: left out` : ((await lostFiles(store, document, version)) ?? null);
};

const rollbackOf = (
  stored: ReleaseDocument,
  { live }: ReleaseDocument,
  health: Health | undefined,
): Pick<Status, 'rolledBack'> => {
  const rolledBack = live === stored.live ? undefined : health?.trial?.rolledBack;
  if (stored.live === null || !rolledBack) return {};
  return { rolledBack: { version: stored.live, at: rolledBack.at, why: rolledBack.why } };
};

const statusOf = async (
  store: ReleaseStore,
  stored: ReleaseDocument,
  health: Health | undefined,
  shell: string | null,
): Promise<Status> => {
  const document = withRollback(stored, health);
  const { name, live, canary, previous, versions, history } = document;
  const current = currentHealth(health, stored);
  const served = async (version: string, ...actions: string[]): Promise<ServedVersion> => {
    const change = history.findLast(({ action }) => actions.includes(action));
    return {
      version,
      since: change?.at ?? null,
      who: change?.who ?? null,
      why: change?.why ?? null,
      health: healthOf(version, current),
      problem: await problemOf(store, document, version, shell),
    };
  };
  const stopped = current?.stopped?.version === canary?.version ? current?.stopped : undefined;
  const ofCanary = canary && (await served(canary.version, 'canary'));
  return {
    name,
    live: live === null ? null : await served(live, 'promote', 'rollback'),
    canary: ofCanary && {
      ...ofCanary,
      percent: canary.percent,
      stopped: stopped ? { at: stopped.at, why: stopped.why } : null,
    },
    previous,
    ...rollbackOf(stored, document, health),
    versionCount: Object.keys(versions).length,
    problem: null,
  };
};

const unreadable = (name: string, problem: string): Status => ({
  name,
  live: null,
  canary: null,
  previous: null,
  versionCount: 0,
  problem,
});

/** Reads the statuses of these names. An unreadable document affects only its own status. */
export const readStatuses = async (store: ReleaseStore, names: readonly string[]): Promise<Status[]> => {
  const shell = await store.read(SHELL).catch(() => undefined);
  return Promise.all(
    names.map(async (name) => {
      try {
        const [document, health] = await Promise.all([store.read(name), store.readReports(HEALTH, name)]);
        return document
          ? await statusOf(store, document, health, shell?.live ?? null)
          : unreadable(name, 'has only an abandoned upload');
      } catch (error) {
        if (error instanceof ReleaseError) return unreadable(name, error.message);
        throw error;
      }
    }),
  );
};
