import { openReleases, readTrust, ReleaseError, type ReleaseStore, type Trust } from '@portal/releases';
import type { Language } from '@portal/contract';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Audit } from '../audit/audit';
import { type Config, ConfigError } from '../config/config';
import type { RemoteChoices } from '../config/remote-choices';
import { liveDocuments } from './live-documents';
import type { Portal } from './check-servable';
import { canariesFor, type Released } from './choose-versions';
import { createFileChecks } from './lost-files';
import { createProblemLog, type ReleaseProblem } from './read-documents';
import { type Resolution, resolve } from './resolve';
import { storedFiles } from './stored-files';
import { ANYBODY, type Visit } from './visits';

/** Reads RELEASE_PUBLIC_KEYS; without it, the portal trusts every document. @throws ConfigError when it is invalid */
export const readReleaseTrust = async ({
  releasePublicKeys,
}: Pick<Config, 'releasePublicKeys'>): Promise<Trust> => {
  if (!releasePublicKeys) return {};
  try {
    return await readTrust(releasePublicKeys);
  } catch (error) {
    throw error instanceof ReleaseError ? new ConfigError([`RELEASE_PUBLIC_KEYS: ${error.message}`]) : error;
  }
};

interface Dependencies {
  config: Pick<Config, 'releasesUrl' | 'basePath' | 'devServer' | 'allowLocalRemotes'>;
  /** Whose release documents to trust. */
  trust: Trust | undefined;
  choices: RemoteChoices | undefined;
  log: FastifyBaseLogger;
  audit: Audit;
  now: (() => number) | undefined;
}

/** Records each version that becomes live, except those that are live when the server starts. */
const createPromotionLog = (audit: Audit) => {
  const lastLive = new Map<string, string | null>();
  let isStarted = false;
  return (released: readonly Released[]): void => {
    for (const { document } of released) {
      const { name: remote, live: version, history } = document;
      const previous = lastLive.get(remote) ?? null;
      lastLive.set(remote, version);
      if (!isStarted || version === null || version === previous) continue;
      const change = history.findLast(({ action }) => action === 'promote' || action === 'rollback');
      audit({ event: 'release', outcome: 'live', remote, version, previous, who: change?.who ?? null });
    }
    isStarted ||= released.length > 0;
  };
};

/** Each canary doubles the number of resolutions, in each language. */
const MAX_RESOLUTIONS = 256;

/** Resolves, and caches the result for all visitors who get the same versions, until the documents change. */
const createResolver = (portal: Portal) => {
  let documents: readonly Released[] = [];
  const resolutions = new LRUCache<string, Resolution, { visit: Visit; language: Language }>({
    max: MAX_RESOLUTIONS,
    memoMethod: (_key, _stale, { context: { visit, language } }) =>
      resolve(documents, visit, portal, language),
  });

  return (released: readonly Released[], visit: Visit, language: Language = 'en'): Resolution => {
    // Don't cache previews: a browser can ask for any combination.
    if (visit.previews.length > 0) return resolve(released, visit, portal, language);
    if (released !== documents) resolutions.clear();
    documents = released;
    return resolutions.memo(`${language} ${canariesFor(released, visit)} ${visit.absent?.join(' ')}`, {
      context: { visit, language },
    });
  };
};

/** Looks for files that are lost or changed, in the background: neither pages nor probes wait for it. */
const watchFiles = (store: ReleaseStore, files: ReturnType<typeof storedFiles>) => {
  const findLost = createFileChecks(store);
  let lost: readonly ReleaseProblem[] = [];
  let checking: Promise<void> | undefined;
  return {
    look: (released: readonly Released[]): void => {
      checking ??= Promise.all([findLost(released), files.recheck()])
        .then(([found]) => void (lost = found))
        // The store does not answer: the problems of the documents say so.
        .catch(() => undefined)
        .finally(() => (checking = undefined));
    },
    problems: (): readonly ReleaseProblem[] => [...lost, ...files.problems()],
  };
};

/** The releases, and their resolution for a visitor. */
export const createReleases = ({ config, trust, choices, log, audit, now }: Dependencies) => {
  const development = config.devServer !== undefined;
  const resolveFor = createResolver({ ...config, development, owners: trust?.owners, choices });
  const store = openReleases(config.releasesUrl, trust);
  const logProblems = createProblemLog(log);
  const auditPromotions = createPromotionLog(audit);
  const files = storedFiles({
    store,
    publishedIn: async (name, version) => {
      const remote = (await documents()).released.find(({ document }) => document.name === name);
      // Another replica may have sent a page with a version that this one has not read yet.
      return remote?.document.versions[version] ?? (await store.read(name))?.versions[version];
    },
  });
  const watched = watchFiles(store, files);
  const documents = liveDocuments({
    store,
    now,
    onRead: ({ released, problems }) => {
      logProblems([...problems, ...resolveFor(released, ANYBODY).skipped, ...watched.problems()]);
      auditPromotions(released);
      watched.look(released);
    },
  });

  return {
    store,
    documents,
    readFile: files.readFile,
    /** @param language of the names of remotes */
    resolution: async (visit: Visit, language?: Language): Promise<Resolution> =>
      resolveFor((await documents()).released, visit, language),

    /** Whether there is a shell, and which releases are not served as published. */
    state: async () => {
      const { released, problems } = await documents();
      const { shell, skipped } = resolveFor(released, ANYBODY);
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
