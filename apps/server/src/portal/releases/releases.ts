import type { Language, PublishedVersion } from '@portal/contract';
import { SHELL } from '@portal/releases';
import type { FastifyBaseLogger } from 'fastify';
import type { Audit } from '../../platform/audit/audit';
import type { Config } from '../../platform/config/config';
import type { RemoteChoices } from '../../platform/config/remote-choices';
import type { Database } from '../../platform/database/connect';
import { openBucketAt } from './bucket';
import { canariesFor } from './choose-versions';
import type { ReleaseContext } from './changes';
import { readDevelopmentReleases } from './development-releases';
import { createProblemLog, liveReleases } from './live-releases';
import type { PreviewRequest } from './previews';
import { findRelease, ownersIn, type Release } from './release';
import { readChanges, readReleases, readRevision, readVersion } from './release-store';
import type { Portal } from './remote-version';
import { resolve, type Resolution } from './resolve';
import { routeOwnership, servable } from './servable';
import { storedFiles, watchFiles } from './stored-files';
import type { Visit } from './visits';

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

/** More than there are canaries and languages together; a page with other ones is resolved anew. */
const MAX_RESOLUTIONS = 256;

/** Resolves once for all visitors who get the same versions, until the releases change. */
const createResolver = (portal: Portal) => {
  let known: readonly Release[] = [];
  const resolutions = new Map<string, Resolution>();
  return (releases: readonly Release[], visit: Visit, language: Language = 'en'): Resolution => {
    // A browser can ask for any combination of previews.
    if (visit.previews.length > 0) return resolve(releases, visit, portal, language);
    if (releases !== known || resolutions.size === MAX_RESOLUTIONS) resolutions.clear();
    known = releases;
    const key = JSON.stringify([language, canariesFor(releases, visit), visit.absent]);
    const resolution = resolutions.get(key) ?? resolve(releases, visit, portal, language);
    resolutions.set(key, resolution);
    return resolution;
  };
};

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
  const portal: Portal = { ...config, development: devServer !== undefined, choices };
  const resolveFor = createResolver(portal);
  const context = releaseContext(config, database, choices);
  const logProblems = createProblemLog(log);
  const auditPromotions = createPromotionLog(audit, database);
  /** Reads a published version, whether or not customers can get it now: open tabs request files of earlier ones. */
  const versionOf = async (name: string, version: string): Promise<PublishedVersion | undefined> =>
    findRelease((await live()).releases, name)?.versions[version] ?? readVersion(database, name, version);

  const files = storedFiles({ bucket: context.bucket, readVersion: versionOf });
  const watched = watchFiles(context.bucket, files, now);
  const live = liveReleases({
    read: async (known) => {
      if (devServer) return readDevelopmentReleases(devServer);
      // First, so that a change meanwhile makes the next look read again.
      const revision = await readRevision(database);
      if (revision === known) return undefined;
      return { revision, ...servable(await readReleases(database), choices) };
    },
    now,
    onLook: ({ releases, problems }) => {
      logProblems([...problems, ...watched.problems()]);
      if (devServer) return;
      auditPromotions(releases).catch((err: unknown) => log.error({ err }, 'cannot record a promotion'));
      watched.look(releases);
    },
  });

  /** A preview with what it asks for. */
  const findPreview = async (
    releases: readonly Release[],
    preview: PreviewRequest,
  ): Promise<PreviewRequest> => {
    const { kind, remote, version } = preview;
    const published = kind === 'granted' ? await versionOf(remote, version) : undefined;
    const { descriptor } = published ?? preview;
    const fault = descriptor && routeOwnership(releases, context.owners)(remote, descriptor);
    return { ...preview, published, fault };
  };

  return {
    context,
    live,
    versionOf,
    readFile: files.readFile,
    /** @param language of the names of remotes */
    resolution: async (visit: Visit, language?: Language): Promise<Resolution> => {
      const { releases } = await live();
      const previews = await Promise.all(visit.previews.map((preview) => findPreview(releases, preview)));
      return resolveFor(releases, { ...visit, previews }, language);
    },

    /** Whether there is a shell, and which releases are not served as published. */
    state: async () => {
      const { releases, problems } = await live();
      return {
        hasShell: Boolean(findRelease(releases, SHELL)?.live),
        // Causes are for the log.
        problems: [...problems, ...watched.problems()].map(({ name, problem }) => ({ name, problem })),
      };
    },
  };
};

export type Releases = ReturnType<typeof createReleases>;
