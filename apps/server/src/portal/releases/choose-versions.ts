import { createHash } from 'node:crypto';
import type { Release } from './release';
import type { Version } from './remote-version';
import type { CheckServable } from './servable';
import type { Visit } from './visits';

/** The versions with these numbers that exist and can be served. */
export const servable = (
  { versions }: Release,
  numbers: readonly (string | null | undefined)[],
  check: CheckServable,
): Version[] =>
  [...new Set(numbers)].flatMap((version) => {
    const published = versions[version ?? ''];
    return version && published && check(published) === undefined ? [{ version, published }] : [];
  });

/**
 * The position of a visitor among the visitors of a remote, in [0, 1): evenly distributed, the same in every release,
 * and independent for each remote. A 10 % canary is for positions below 0.1; raising the share only adds visitors.
 */
export const positionOf = (visitor: string, remote: string): number =>
  createHash('sha256').update(`${remote}:${visitor}`).digest().readUInt32BE(0) / 2 ** 32;

const isForVisitor = ({ name, canary }: Release, visitor: string | undefined): boolean => {
  const share = (canary?.percent ?? 0) / 100;
  // Without an id, a visitor would change sides with every page: they get only a full canary.
  return visitor === undefined ? share === 1 : positionOf(visitor, name) < share;
};

/** The remotes whose canary this visitor would get. Visitors with the same ones get the same versions, previews apart. */
export const canariesFor = (releases: readonly Release[], { visitor }: Pick<Visit, 'visitor'>): string =>
  releases
    .filter((release) => release.canary !== null && isForVisitor(release, visitor))
    .map(({ name }) => name)
    .join();

/**
 * The version for a visitor, then its fallback: a preview without fallback; the canary, then live; live, then previous.
 * When a preview or canary cannot be served, live takes its place; without live there is nothing.
 */
export const chooseVersions = (
  release: Release,
  { visitor, previews }: Visit,
  check: CheckServable,
): Version[] => {
  const preview = previews.find(({ kind, remote }) => kind === 'granted' && remote === release.name);
  const previewed = servable(release, [preview?.version], check);
  if (previewed.length > 0) return previewed;

  const live = servable(release, [release.live], check);
  const canary = isForVisitor(release, visitor) ? servable(release, [release.canary?.version], check) : [];
  if (canary.length > 0) return [...canary, ...live];
  return live.length > 0 ? servable(release, [release.live, release.previous], check) : [];
};
