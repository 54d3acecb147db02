import type { ReleaseDocument } from '@portal/contract';
import {
  failureRate,
  incompatibility,
  ReleaseError,
  SHELL,
  type Health,
  type ReleaseStore,
  type Tally,
} from '@portal/releases';

/** A version that customers get, since when and by whom, how it fares, and what is wrong with it. */
export interface ServedVersion {
  version: string;
  since: string | null;
  who: string | null;
  why: string | null;
  /** Absent until browsers have reported something. */
  health: (Tally & { rate: number }) | null;
  problem: string | null;
}

/** How a remote, or the shell, is released. */
export interface Status {
  name: string;
  live: ServedVersion | null;
  canary: (ServedVersion & { percent: number; stopped: { at: string; why: string } | null }) | null;
  previous: string | null;
  versionCount: number;
  /** Why nothing more is known of it. */
  problem: string | null;
}

const healthOf = (version: string, health: Health | undefined) => {
  const tally = health?.versions[version];
  return tally ? { ...tally, rate: failureRate(tally) } : null;
};

/** What is known of the versions that are served now; what was reported of others before is of no interest. */
const ofTheseVersions = (
  health: Health | undefined,
  { live, canary }: ReleaseDocument,
): Health | undefined =>
  health?.live === live &&
  health.canary === (canary?.version ?? null) &&
  health.canarySince === (canary?.since ?? null)
    ? health
    : undefined;

const problemOf = (document: ReleaseDocument, version: string, shell: string | null): string | null => {
  const descriptor = document.versions[version]?.descriptor;
  const problem = descriptor && shell !== null ? incompatibility(descriptor, shell) : undefined;
  return problem ? `${problem}: it is left out` : null;
};

const statusOf = (document: ReleaseDocument, health: Health | undefined, shell: string | null): Status => {
  const { name, live, canary, previous, versions, history } = document;
  const known = ofTheseVersions(health, document);
  const served = (version: string, ...actions: string[]): ServedVersion => {
    const change = history.findLast(({ action }) => actions.includes(action));
    return {
      version,
      since: change?.at ?? null,
      who: change?.who ?? null,
      why: change?.why ?? null,
      health: healthOf(version, known),
      problem: problemOf(document, version, shell),
    };
  };
  const stopped = known?.stopped?.version === canary?.version ? known?.stopped : undefined;
  const ofCanary = canary && served(canary.version, 'canary');
  return {
    name,
    live: live === null ? null : served(live, 'promote', 'rollback'),
    canary: ofCanary && {
      ...ofCanary,
      percent: canary.percent,
      stopped: stopped ? { at: stopped.at, why: stopped.why } : null,
    },
    previous,
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

/** How these are released. A document that cannot be read is a problem of its own status, not of the others. */
export const readStatuses = async (store: ReleaseStore, names: readonly string[]): Promise<Status[]> => {
  const shell = await store.read(SHELL).catch(() => undefined);
  return Promise.all(
    names.map(async (name) => {
      try {
        const [document, health] = await Promise.all([store.read(name), store.readHealth(name)]);
        return document
          ? statusOf(document, health, shell?.live ?? null)
          : unreadable(name, 'nothing but an upload that was given up');
      } catch (error) {
        if (error instanceof ReleaseError) return unreadable(name, error.message);
        throw error;
      }
    }),
  );
};
