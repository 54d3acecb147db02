import { createHash } from 'node:crypto';
import type { PublishedVersion } from '@portal/contract';
import type { Release } from './release';
import type { Version } from './remote-version';
import type { Visit } from './visits';

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

/** The names of the releases whose canary a visitor gets: visitors with the same ones get the same versions. */
export const canariesFor = (releases: readonly Release[], { visitor }: Visit): string[] =>
  releases.filter((release) => release.canary && isForVisitor(release, visitor)).map(({ name }) => name);

/**
 * The version for a visitor, then its fallback: a preview without fallback; the canary, then live; live, then previous.
 * When a preview or canary does not fit, live takes its place; without live there is nothing.
 */
export const chooseVersions = (
  release: Release,
  { visitor, previews }: Visit,
  fits: (published: PublishedVersion) => boolean,
): Version[] => {
  const { name, live, previous, canary, versions } = release;
  const fitting = (...numbers: (string | null | undefined)[]): Version[] =>
    [...new Set(numbers)].flatMap((version) => {
      const published = versions[version ?? ''];
      return version && published && fits(published) ? [{ version, published }] : [];
    });

  const preview = previews.find(({ remote }) => remote === name);
  if (preview?.published && !preview.fault && fits(preview.published))
    return [{ version: preview.version, published: preview.published }];
  const canaries = isForVisitor(release, visitor) ? fitting(canary?.version) : [];
  if (canaries.length > 0) return [...canaries, ...fitting(live)];
  return fitting(live).length > 0 ? fitting(live, previous) : [];
};
