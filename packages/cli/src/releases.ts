import {
  canary,
  keepVerification,
  openReleases,
  promote,
  publish,
  readRelease,
  readSigningKey,
  readStatuses,
  readTrust,
  ReleaseError,
  rollback,
  stopCanary,
  type ChangeAuthor,
  type ReleaseStore,
  type Trust,
} from '@portal/releases';
import type { Verification } from '@portal/contract';
import { readConfig, type Config } from './config';
import { UsageError } from './failure';
import type { Io } from './io';
import { isPortal, portalReleases } from './portal-releases';

const trustOf = async ({ signingKeyFile, publicKeysFile }: Config): Promise<Trust> => ({
  ...(publicKeysFile && (await readTrust(publicKeysFile))),
  ...(signingKeyFile && { signingKey: await readSigningKey(signingKeyFile) }),
});

/**
 * Opens the releases at RELEASES_URL with the configured keys.
 * @param isRehearsal answer every change as if it were made, but write nothing
 * @throws UsageError for a wrong environment
 */
export const openStore = async (config: Config, isRehearsal = false): Promise<ReleaseStore> => {
  if (isPortal(config.releasesUrl))
    throw new UsageError(
      'RELEASES_URL is a portal, and this needs the releases themselves: their directory or bucket. Ask the operator to do it.',
    );
  try {
    return openReleases(config.releasesUrl, await trustOf(config), isRehearsal);
  } catch (cause) {
    if (cause instanceof ReleaseError) throw new UsageError(cause.message, { cause });
    throw cause;
  }
};

export type Published = Awaited<ReturnType<typeof publish>>;

/** Reads and changes releases in their storage. */
const storedReleases = (store: ReleaseStore, by: ChangeAuthor) => ({
  statuses: () => readStatuses(store),
  show: (name: string) => readRelease(store, name),
  publish: (publication: Omit<Parameters<typeof publish>[1], 'by'>) => publish(store, { ...publication, by }),
  promote: (name: string, version: string) => promote(store, name, version, by),
  canary: (name: string, share: Parameters<typeof canary>[2]) => canary(store, name, share, by),
  stopCanary: (name: string) => stopCanary(store, name, by),
  rollback: (name: string, to: string | undefined) => rollback(store, name, to, by),
  keepVerification: (name: string, version: string, verification: Verification) =>
    keepVerification(store, name, version, verification),
});

/** The releases of a verb. Through a portal, no verification is kept: it trusts none that it has not seen. */
export type Releases = Omit<ReturnType<typeof storedReleases>, 'keepVerification'> &
  Partial<ReturnType<typeof storedReleases>>;

/** The options of a change. */
interface Given {
  who?: string;
  why?: string;
  dryRun?: boolean;
}

/** Opens the storage of releases for a change; a dry run writes nothing. */
export const openStorage = async ({ who, why, dryRun = false }: Given, io: Io) => {
  const config = readConfig(io);
  return {
    store: await openStore(config, dryRun),
    by: { who: who ?? config.releasedBy, why, now: new Date() },
  };
};

/** Opens the releases, in their storage or through a portal; a dry run writes nothing. */
export const releasesFor = async (given: Given, io: Io): Promise<Releases> => {
  const config = readConfig(io);
  if (isPortal(config.releasesUrl)) return portalReleases(config, given);
  const { store, by } = await openStorage(given, io);
  return storedReleases(store, by);
};
