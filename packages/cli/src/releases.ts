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
  type Outcome,
  type ReleaseStore,
  type ReleaseView,
  type Status,
} from '@portal/releases';
import type { Verification } from '@portal/contract';
import type { Config } from './config';
import { isPortal, portalReader } from './portal-releases';
import { openStore } from './store';

export type Published = Awaited<ReturnType<typeof publish>>;

/** The releases as verbs change them, with the author and the reason of the change. */
export interface Releases {
  publish: (publication: Omit<Parameters<typeof publish>[1], 'by'>) => Promise<Published>;
  promote: (name: string, version: string) => Promise<Outcome>;
  canary: (name: string, share: { version: string; percent: number }) => Promise<Outcome>;
  stopCanary: (name: string) => Promise<Outcome>;
  rollback: (name: string, to: string | undefined) => Promise<Outcome>;
  /** Absent through a portal, which trusts no verification that it has not seen. */
  keepVerification?: (name: string, version: string, verification: Verification) => Promise<Outcome>;
}

/** Changes releases in their storage. */
export const storedReleases = (store: ReleaseStore, by: ChangeAuthor): Releases => ({
  publish: (publication) => publish(store, { ...publication, by }),
  promote: (name, version) => promote(store, name, version, by),
  canary: (name, share) => canary(store, name, share, by),
  stopCanary: (name) => stopCanary(store, name, by),
  rollback: (name, to) => rollback(store, name, to, by),
  keepVerification: (name, version, verification) => keepVerification(store, name, version, verification),
});

/** What `portal status` shows. */
export interface Reader {
  statuses: () => Promise<Status[]>;
  show: (name: string) => Promise<ReleaseView>;
}

/** Opens releases to read them, in their storage or through a portal. */
export const openReader = async (config: Config): Promise<Reader> => {
  if (isPortal(config.releasesUrl)) return portalReader(config);
  const store = await openStore(config);
  return { statuses: () => readStatuses(store), show: (name) => readRelease(store, name) };
};
