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
import type { Config } from './config';
import { isPortal, portalReader } from './portal-releases';
import { openStore } from './store';

export type Published = Awaited<ReturnType<typeof publish>>;

/** Changes releases in their storage. */
export const storedReleases = (store: ReleaseStore, by: ChangeAuthor) => ({
  publish: (publication: Omit<Parameters<typeof publish>[1], 'by'>) => publish(store, { ...publication, by }),
  promote: (name: string, version: string) => promote(store, name, version, by),
  canary: (name: string, share: Parameters<typeof canary>[2]) => canary(store, name, share, by),
  stopCanary: (name: string) => stopCanary(store, name, by),
  rollback: (name: string, to: string | undefined) => rollback(store, name, to, by),
  keepVerification: (name: string, version: string, verification: Verification) =>
    keepVerification(store, name, version, verification),
});

/** The releases as verbs change them. Through a portal, no verification is kept: it trusts none that it has not seen. */
export type Releases = Omit<ReturnType<typeof storedReleases>, 'keepVerification'> &
  Partial<ReturnType<typeof storedReleases>>;

/** Opens releases to read them, in their storage or through a portal. */
export const openReader = async (config: Config) => {
  if (isPortal(config.releasesUrl)) return portalReader(config);
  const store = await openStore(config);
  return { statuses: () => readStatuses(store), show: (name: string) => readRelease(store, name) };
};
