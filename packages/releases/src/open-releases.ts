import { fileURLToPath } from 'node:url';
import { directoryStore } from './directory-store';
import { ReleaseError } from './release-error';
import type { ReleaseStore } from './release-store';

/**
 * Opens the releases at an address.
 * @param url a directory: `file:///var/lib/portal/releases`
 * @throws ReleaseError for an address of another kind
 */
export const openReleases = (url: URL): ReleaseStore => {
  if (url.protocol === 'file:') return directoryStore(fileURLToPath(url));
  throw new ReleaseError(
    `RELEASES_URL starts with "${url.protocol}"; use a directory such as file:///srv/releases.`,
  );
};
