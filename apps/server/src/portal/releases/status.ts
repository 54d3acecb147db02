import type { ReleaseChange } from '@portal/contract';
import { SHELL, type ReleaseView, type ServedVersion, type Status } from '@portal/releases';
import { PORTAL, type ReleaseContext } from './changes';
import { incompatibility } from './conflicts';
import { readFailures, readHealth, readHours, type Tally } from './health-store';
import { findRelease, requireRelease, type Release } from './release';
import { listVersions, readChanges, readReleases } from './release-store';
import { traceFailures } from './source-maps';
import { filesProblem } from './version-files';

/** The number of changes in one answer. */
const PAGE = 50;

const healthOf = ({ shown, failed, causes }: Tally): ServedVersion['health'] => ({
  shown,
  failed,
  causes,
  rate: failed / Math.max(1, shown + failed),
});

const statusOf = async (
  { database, bucket }: ReleaseContext,
  release: Release,
  shell: string | null | undefined,
): Promise<Status> => {
  const { name, live, canary, previous, period, versions } = release;
  const health = await readHealth(database, name, period);
  const lastOf = async (...actions: ReleaseChange['action'][]) =>
    (await readChanges(database, name, { limit: 1, actions }))[0];
  const last = await lastOf('promote', 'canary', 'rollback', 'take-down');
  const isIntervention = last?.who === PORTAL;

  /** A live or canary version: who released it when, and how often it fails. */
  const served = async (version: string, change: ReleaseChange | undefined): Promise<ServedVersion> => {
    const tally = health.get(version);
    const { descriptor, integrity = {} } = versions[version] ?? {};
    const misfit = descriptor && incompatibility(descriptor, shell);
    const damage = await filesProblem(bucket, { name, version, integrity }, true);
    return {
      version,
      since: change?.at ?? null,
      who: change?.who ?? null,
      why: change?.why ?? null,
      health: tally ? healthOf(tally) : null,
      problem: misfit ? `${misfit}: left out` : (damage ?? null),
    };
  };

  return {
    name,
    live: live === null ? null : await served(live, await lastOf('promote', 'rollback')),
    canary: canary && { ...(await served(canary.version, await lastOf('canary'))), percent: canary.percent },
    previous,
    intervention: isIntervention
      ? { version: last.versions[0] ?? '', at: last.at, why: last.why ?? '' }
      : null,
    versionCount: (await listVersions(database, name)).length,
  };
};

/** Reads the statuses of all remotes and of the shell, by name. */
export const readStatuses = async (context: ReleaseContext): Promise<Status[]> => {
  const releases = await readReleases(context.database);
  const shell = findRelease(releases, SHELL)?.live;
  return Promise.all(releases.map((release) => statusOf(context, release, shell)));
};

/**
 * Reads the status of a remote, its versions, newest first, what failed in browsers, and its last changes.
 * @param before the revision of a change: the history goes on with earlier ones
 * @throws ReleaseError if nothing is published under the name
 */
export const readRelease = async (
  context: ReleaseContext,
  { name, before }: { name: string; before?: number | undefined },
): Promise<ReleaseView> => {
  const { database, bucket } = context;
  const releases = await readReleases(database);
  const versions = await listVersions(database, name);
  return {
    status: await statusOf(context, requireRelease(releases, name), findRelease(releases, SHELL)?.live),
    versions: versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() })),
    failures: await traceFailures(bucket, await readFailures(database, name)),
    hours: await readHours(database, name),
    history: await readChanges(database, name, { limit: PAGE, before }),
  };
};
