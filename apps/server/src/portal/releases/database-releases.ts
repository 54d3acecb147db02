import type { Releases } from '@portal/releases';
import type { Key } from '../../platform/crypto/secrets';
import {
  keepVerification,
  promote,
  prune,
  requirePublished,
  rollback,
  startCanary,
  stopCanary,
  type ReleaseContext,
} from './changes';
import { grantPreview } from './previews';
import { publish } from './publish';
import { readRelease, readStatuses } from './status';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Options {
  /** The author of changes in the history. */
  who: string;
  /** The portal's own address, to which the links of previews lead. */
  baseUrl: string;
  /** The key that signs the grants of previews. */
  key: () => Promise<Key>;
  /** How many versions of a release a team keeps at a time. */
  maxVersions?: number;
}

/** What teams and operators do with releases, on the database. */
export const databaseReleases = (
  context: ReleaseContext,
  { who, baseUrl, key, maxVersions }: Options,
): Releases => {
  const by = (why?: string) => ({ who, why, now: new Date() });

  return {
    status: () => readStatuses(context),
    show: (given) => readRelease(context, given),
    publish: ({ why, dryRun = false, ...given }) =>
      publish(context, { ...given, dryRun, ...(maxVersions !== undefined && { maxVersions }) }, by(why)),
    verification: async (given) => {
      await keepVerification(context, given);
      return {};
    },
    promote: ({ why, dryRun = false, ...given }) => promote(context, { ...given, dryRun }, by(why)),
    canary: ({ why, dryRun = false, ...given }) =>
      'stop' in given
        ? stopCanary(context, { name: given.name, dryRun }, by(why))
        : startCanary(context, { ...given, dryRun }, by(why)),
    rollback: ({ why, dryRun = false, ...given }) => rollback(context, { ...given, dryRun }, by(why)),
    prune: ({ why, dryRun = false, ...given }) => prune(context, { ...given, dryRun }, by(why)),
    preview: async ({ versions, days = 7 }) => {
      const expiresAt = new Date(Date.now() + days * DAY_MS);
      const published = await Promise.all(
        versions.map(({ name, version }) => requirePublished(context.database, name, version)),
      );
      const routes = published.flatMap(({ descriptor }) => descriptor?.routes ?? []);
      const path = routes.find((route) => !/[:*]/.test(route)) ?? '/';
      return {
        url: `${baseUrl}${path}?preview=${grantPreview(versions, expiresAt, await key())}`,
        expiresAt: expiresAt.toISOString(),
      };
    },
  };
};
