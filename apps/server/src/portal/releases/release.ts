import type { PublishedVersion } from '@portal/contract';
import { ReleaseError, type RouteOwners } from '@portal/releases';
import type { RemoteChoices } from '../../platform/config/remote-choices';

/** A route that a release has, and since when: of two that match the same page, the earlier one counts. */
interface RouteClaim {
  route: string;
  at: string;
}

/** The shell or a remote, as visitors get it. */
export interface Release {
  name: string;
  /** The versions that were live, the current one last: a promotion pushes, a rollback pops. */
  lives: readonly string[];
  live: string | null;
  /** The live version before this one: what browsers fall back to, and rollbacks lead to. */
  previous: string | null;
  /** A version that some visitors get instead of the live one. */
  canary: { version: string; percent: number } | null;
  /** When the live version was promoted; null after a rollback. */
  promotedAt: string | null;
  /** Counts the pairs of live version and canary: reports of browsers are compared within one. */
  period: number;
  routes: readonly RouteClaim[];
  /** What visitors can get: live, canary, and previous. */
  versions: Readonly<Record<string, PublishedVersion>>;
}

/** A problem with a release; the last good state stays in use. */
export interface ReleaseProblem {
  name: string;
  /** What is wrong and what to do, as a sentence. */
  problem: string;
  /** For the log only: it may contain an address. */
  cause?: unknown;
}

/** The author of a change, with reason and time. */
export interface ChangeAuthor {
  who: string;
  why?: string | undefined;
  now: Date;
}

/** The versions that customers can get. */
export const servedVersions = ({ live, canary, previous }: Release): string[] => [
  ...new Set([live, canary?.version, previous].filter((version) => typeof version === 'string')),
];

/** The routes of the live version and the canary. */
export const routesOf = ({ live, canary, versions }: Release): string[] =>
  [live, canary?.version].flatMap((version) => versions[version ?? '']?.descriptor?.routes ?? []);

/** The routes that the operator has given to remotes, by name. */
export const ownersIn = (choices: RemoteChoices = {}): RouteOwners =>
  new Map(Object.entries(choices).flatMap(([name, { routes }]) => (routes ? [[name, routes] as const] : [])));

export const findRelease = (releases: readonly Release[], name: string): Release | undefined =>
  releases.find((release) => release.name === name);

/** @throws ReleaseError unless something is published under the name */
export const requireRelease = (releases: readonly Release[], name: string): Release => {
  const release = findRelease(releases, name);
  if (release) return release;
  throw new ReleaseError(`Nothing is published as ${name}. Run \`pnpm portal status\` for the list.`);
};
