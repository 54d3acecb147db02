import {
  canary,
  keepVerification,
  promote,
  publish,
  readRelease,
  readStatuses,
  rollback,
  stopCanary,
  type ChangeAuthor,
  type ReleaseStore,
} from '@portal/releases';
import type { Verification } from '@portal/contract';
import { readConfig } from './config';
import type { Io } from './io';
import { isPortal, portalReleases } from './portal-releases';
import { openStore } from './store';

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
export const openReleases = async (given: Given, io: Io): Promise<Releases> => {
  const config = readConfig(io);
  if (isPortal(config.releasesUrl)) return portalReleases(config, given);
  const { store, by } = await openStorage(given, io);
  return storedReleases(store, by);
};
