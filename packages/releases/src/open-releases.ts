import { fileURLToPath } from 'node:url';
import { directoryStore } from './directory-store';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

/**
 * Opens the releases at an address.
 * @param url a directory: `file:///var/lib/portal/releases`
 * @throws ReleaseError for an address of another kind or machine
 */
export const openReleases = (url: URL): ReleaseStore => {
  if (url.protocol === 'file:' && url.host === '') return directoryStore(fileURLToPath(url));
  throw new ReleaseError(
    `RELEASES_URL starts with "${url.protocol}//${url.host}"; use a directory of this machine such as file:///srv/releases.`,
  );
};
