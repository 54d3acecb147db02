import { fileURLToPath } from 'node:url';
import { directoryStorage } from './directory-storage';
import { ReleaseError } from './release-error';
import type { ReleaseStorage } from './release-storage';
import { releaseStore, type ReleaseStore, type Trust } from './release-store';

/**
 * Opens where releases are kept.
 * @param url a directory: `file:///var/lib/portal/releases`
 * @throws ReleaseError for an address of another kind or machine
 */
export const openStorage = (url: URL): ReleaseStorage => {
  if (url.protocol === 'file:' && url.host === '') return directoryStorage(fileURLToPath(url));
  throw new ReleaseError(
    `RELEASES_URL starts with "${url.protocol}//${url.host}"; use a directory of this machine such as file:///srv/releases.`,
  );
};

/**
 * Opens the releases at an address.
 * @param trust whose release documents are believed, and the key that new ones are signed with
 * @throws ReleaseError for an address of another kind or machine
 */
export const openReleases = (url: URL, trust?: Trust): ReleaseStore => releaseStore(openStorage(url), trust);
