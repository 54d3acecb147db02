import { integrityOf, openReleases, readPublicKeys, ReleaseError, type Trust } from '@portal/releases';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, ConfigError } from '../config';
import { liveDocuments } from './live-documents';
import { createProblemLog } from './problem-log';
import { type Resolution, resolve } from './resolve';
import type { FilePath } from './stored-files';
import { ANYBODY, type Visit } from './visits';

/**
 * Whose release documents this portal believes: those signed by the keys in the file that RELEASE_PUBLIC_KEYS names,
 * or everybody's when it names none.
 * @throws ConfigError when the file is not what it must be
 */
export const readReleaseTrust = async ({
  releasePublicKeys,
}: Pick<Config, 'releasePublicKeys'>): Promise<Trust> => {
  if (!releasePublicKeys) return {};
  const publicKeysOf = await readPublicKeys(releasePublicKeys).catch((error: unknown) => {
    throw error instanceof ReleaseError ? new ConfigError([`RELEASE_PUBLIC_KEYS: ${error.message}`]) : error;
  });
  return { publicKeysOf };
};

interface Dependencies {
  config: Pick<Config, 'releasesUrl' | 'basePath' | 'devServer' | 'allowLocalRemotes'>;
  /** Whose release documents are believed. */
  trust: Trust | undefined;
  log: FastifyBaseLogger;
  now: (() => number) | undefined;
}

/** What is released, and what of it a visitor gets. */
export const createReleases = ({ config, trust, log, now }: Dependencies) => {
  const { basePath, allowLocalRemotes } = config;
  const portal = { basePath, allowLocalRemotes, development: config.devServer !== undefined };
  const store = openReleases(config.releasesUrl, trust);
  const logProblems = createProblemLog(log);

  const documents = liveDocuments({
    store,
    now,
    onRead: ({ released, problems }) =>
      logProblems([...problems, ...resolve(released, ANYBODY, portal).skipped]),
  });

  return {
    store,
    documents,
    resolution: async (visit: Visit): Promise<Resolution> =>
      resolve((await documents()).released, visit, portal),

    /** Whether a file of a version has the content that its release document names. */
    isAsPublished: async (content: Uint8Array, ...[name, version, file]: FilePath): Promise<boolean> => {
      const { released } = await documents();
      const remote = released.find(({ document }) => document.name === name);
      return remote?.document.versions[version]?.integrity[file] === integrityOf(content);
    },

    /** Everything that is not served as its document says, and whether there is a shell at all. */
    state: async () => {
      const { released, problems } = await documents();
      const { shell, skipped } = resolve(released, ANYBODY, portal);
      // The cause is for the log.
      const told = [...problems, ...skipped].map(({ name, problem }) => ({ name, problem }));
      return { hasShell: shell.length > 0, problems: told };
    },
  };
};

export type Releases = ReturnType<typeof createReleases>;
