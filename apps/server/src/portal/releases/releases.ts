import type { Language, PublishedVersion } from '@portal/contract';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Audit } from '../../platform/audit/audit';
import type { Config } from '../../platform/config/config';
import type { RemoteChoices } from '../../platform/config/remote-choices';
import type { Database } from '../../platform/database/connect';
import { openBucketAt } from './bucket';
import type { ReleaseContext } from './changes';
import { canariesFor } from './choose-versions';
import { readDevelopmentReleases } from './development-releases';
import { createProblemLog, liveReleases } from './live-releases';
import { findRelease, ownersIn, type Release } from './release';
import { readChanges, readReleases, readRevision, readVersion } from './release-store';
import type { Portal } from './remote-version';
import { resolve, type Resolution } from './resolve';
import { storedFiles, watchFiles } from './stored-files';
import { ANYBODY, type Visit } from './visits';

/** What changes of releases work on, from the configuration. */
export const releaseContext = (
  { releasesUrl }: Pick<Config, 'releasesUrl'>,
  database: Database,
  choices: RemoteChoices | undefined,
): ReleaseContext => ({ database, bucket: openBucketAt(releasesUrl), owners: ownersIn(choices) });

interface Dependencies {
  config: Pick<Config, 'releasesUrl' | 'basePath' | 'devServer' | 'allowLocalRemotes'>;
  database: Database;
  choices: RemoteChoices | undefined;
  log: FastifyBaseLogger;
  audit: Audit;
  /** A monotonic clock, in milliseconds. */
  now: (() => number) | undefined;
}

/** Records each version that becomes live, except those that are live when the server starts. */
const createPromotionLog = (audit: Audit, database: Database) => {
  let known: readonly Release[] = [];
  const record = async (remote: string, version: string, previous: string | null) => {
    const [change] = await readChanges(database, remote, { limit: 1, actions: ['promote', 'rollback'] });
    audit({ event: 'release', outcome: 'live', remote, version, previous, who: change?.who ?? null });
  };
  return async (releases: readonly Release[]): Promise<void> => {
    const before = known;
    known = releases;
    if (before.length === 0) return;
    for (const { name, live } of releases) {
      const previous = findRelease(before, name)?.live ?? null;
      if (live !== null && live !== previous) await record(name, live, previous);
    }
  };
};

/** Each canary doubles the number of resolutions, in each language. */
const MAX_RESOLUTIONS = 256;

/** Resolves, and caches the result for all visitors who get the same versions, until the releases change. */
const createResolver = (portal: Portal) => {
  let known: readonly Release[] = [];
  const resolutions = new LRUCache<string, Resolution, { visit: Visit; language: Language }>({
    max: MAX_RESOLUTIONS,
    memoMethod: (_key, _stale, { context: { visit, language } }) => resolve(known, visit, portal, language),
  });

  return (releases: readonly Release[], visit: Visit, language: Language = 'en'): Resolution => {
    // Don't cache previews: a browser can ask for any combination.
    if (visit.previews.length > 0) return resolve(releases, visit, portal, language);
    if (releases !== known) resolutions.clear();
    known = releases;
    return resolutions.memo(`${language} ${canariesFor(releases, visit)} ${visit.absent?.join(' ')}`, {
      context: { visit, language },
    });
  };
};

/** The versions that a process remembers. One never changes; prune removes those that nobody gets. */
const MAX_VERSIONS = 1000;

/** The releases, and their resolution for a visitor. */
export const createReleases = ({
  config,
  database,
  choices,
  log,
  audit,
  now = () => performance.now(),
}: Dependencies) => {
  const { devServer } = config;
  const context = releaseContext(config, database, choices);
  const { bucket } = context;
  const resolveFor = createResolver({ ...config, development: devServer !== undefined, choices });
  const logProblems = createProblemLog(log);
  const auditPromotions = createPromotionLog(audit, database);
  const versions = new LRUCache<string, PublishedVersion, { name: string; version: string }>({
    max: MAX_VERSIONS,
    fetchMethod: (_key, _stale, { context: { name, version } }) => readVersion(database, name, version),
  });
  /** Reads a published version, whether or not customers can get it now: open tabs request files of earlier ones. */
  const versionOf = async (name: string, version: string): Promise<PublishedVersion | undefined> =>
    findRelease((await live()).releases, name)?.versions[version] ??
    versions.fetch(`${name}@${version}`, { context: { name, version } });

  const files = storedFiles({ bucket, readVersion: versionOf });
  const watched = watchFiles(bucket, files, now);
  const live = liveReleases({
    readRevision: () => (devServer ? Promise.resolve(Date.now()) : readRevision(database)),
    read: () => (devServer ? readDevelopmentReleases(devServer) : readReleases(database)),
    now,
    onLook: ({ releases, problems }) => {
      logProblems([...problems, ...resolveFor(releases, ANYBODY).skipped, ...watched.problems()]);
      if (devServer) return;
      auditPromotions(releases).catch((err: unknown) => log.error({ err }, 'cannot record a promotion'));
      watched.look(releases);
    },
  });

  /** The releases with the versions that were granted to this visitor. */
  const releasesFor = async ({ previews }: Visit): Promise<readonly Release[]> => {
    const { releases } = await live();
    const granted = previews.filter(({ kind }) => kind === 'granted');
    const found = await Promise.all(
      granted.map(async ({ remote, version }) => ({
        remote,
        version,
        published: await versionOf(remote, version),
      })),
    );
    if (found.length === 0) return releases;
    return releases.map((release) => {
      const previewed = found.find(({ remote }) => remote === release.name);
      if (!previewed?.published) return release;
      return { ...release, versions: { ...release.versions, [previewed.version]: previewed.published } };
    });
  };

  return {
    context,
    live,
    versionOf,
    readFile: files.readFile,
    /** @param language of the names of remotes */
    resolution: async (visit: Visit, language?: Language): Promise<Resolution> =>
      resolveFor(await releasesFor(visit), visit, language),

    /** Whether there is a shell, and which releases are not served as published. */
    state: async () => {
      const { releases, problems } = await live();
      const { shell, skipped } = resolveFor(releases, ANYBODY);
      return {
        hasShell: shell.length > 0,
        // Causes are for the log.
        problems: [...problems, ...skipped, ...watched.problems()].map(({ name, problem }) => ({
          name,
          problem,
        })),
      };
    },
  };
};

export type Releases = ReturnType<typeof createReleases>;
